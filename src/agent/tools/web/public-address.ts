import { BlockList, isIP } from 'node:net'

/**
 * Whether an address belongs to the public internet. False for this machine, private and local networks, the addresses
 * where clouds keep credentials, multicast, documentation and reserved ranges, tunnels that lead into any of these, and
 * for what is no address.
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  const family = isIP(bare)
  if (family === 4) return !innerV4.check(bare, 'ipv4')
  if (family !== 6) return false
  // An IPv4 address in the clothes of IPv6 is checked against the IPv4 rules by the list itself.
  if (mappedV4.check(bare, 'ipv6')) return !innerV4.check(bare, 'ipv6')
  return globalV6.check(bare, 'ipv6') && !innerV6.check(bare, 'ipv6')
}

const innerV4 = listRanges('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
const mappedV4 = listRanges('ipv6', ['::ffff:0:0/96'])
const globalV6 = listRanges('ipv6', ['2000::/3'])
// Teredo and other special uses, documentation, 6to4.
const innerV6 = listRanges('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

function listRanges(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/')
    list.addSubnet(net, Number(prefix), family)
  }
  return list
}
