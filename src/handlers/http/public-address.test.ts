import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

const closed = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:10.0.0.1',
  '0:0:0:0:0:ffff:7f00:1',
  '64:ff9b::169.254.169.254',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '2001::1',
  '2001:db8::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '',
  'localhost',
  '2130706433',
]
const open = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.1.1',
  '2606:4700:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
]

describe('addresses', () => {
  it.each(closed)('%j is not public', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each(open)('%j is public', (address) => expect(isPublicAddress(address)).toBe(true))
})
