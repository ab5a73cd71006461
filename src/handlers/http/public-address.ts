import { BlockList, isIP } from 'node:net'

/**
 * Whether an IP address belongs to the public internet: not this machine, not its network, not a service of its cloud. An
 * IPv4 address inside an IPv6 one is judged as itself. Text that is no address is not public.
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  switch (isIP(bare)) {
    case 4:
      return !closed4.check(bare, 'ipv4')
    case 6: {
      const inner = embeddedIpv4(bare)
      return inner === null ? global6.check(bare, 'ipv6') && !closed6.check(bare, 'ipv6') : isPublicAddress(inner)
    }
    default:
      return false
  }
}

// 168.63.129.16 lies in a public range but is the host of every machine of one cloud.
const closed4 = listSubnets('ipv4', [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24',
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32',
])
const global6 = listSubnets('ipv6', ['2000::/3'])
const closed6 = listSubnets('ipv6', ['2001::/23 2001:db8::/32 3fff::/20'])

function listSubnets(family: 'ipv4' | 'ipv6', lines: readonly string[]): BlockList {
  const list = new BlockList()
  for (const subnet of lines.join(' ').split(' ')) {
    const [network, bits] = subnet.split('/') as [string, string]
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

/** The IPv4 address that an IPv6 one stands for (mapped, translated, 6to4), or null. */
function embeddedIpv4(address: string): string | null {
  const words = spellOut(address)
  const [first, second] = words
  const isPrefix = (prefix: readonly number[]): boolean => prefix.every((word, at) => words[at] === word)
  if (isPrefix([0, 0, 0, 0, 0, 0xffff]) || isPrefix([0x64, 0xff9b, 0, 0, 0, 0])) return toIpv4(words[6]!, words[7]!)
  return first === 0x2002 ? toIpv4(second!, words[2]!) : null
}

/** The eight words of an IPv6 address. */
function spellOut(address: string): number[] {
  const plain = address.replace(/\d+\.\d+\.\d+\.\d+$/, (dotted) => {
    const [a, b, c, d] = dotted.split('.').map(Number) as [number, number, number, number]
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head, tail] = plain.split('::').map((half) => (half === '' ? [] : half.split(':'))) as [string[], string[]?]
  const gap = tail === undefined ? [] : new Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...gap, ...(tail ?? [])].map((word) => Number.parseInt(word, 16))
}

function toIpv4(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
