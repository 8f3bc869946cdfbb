import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Networks of IPv4 that are not the public internet (RFC 6890 and its successors). */
const CLOSED_IPV4: readonly [address: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** What is not public within 2000::/3: it reaches IPv4, documents, or is set aside. */
const CLOSED_IPV6: readonly [address: string, bits: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const closed = new BlockList()
for (const [address, bits] of CLOSED_IPV4) closed.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of CLOSED_IPV6) closed.addSubnet(address, bits, 'ipv6')
const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an address belongs to the public internet. Of IPv6, only global unicast does: the mapped, translated, local and
 * group addresses are outside of it.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4')
  return isIPv6(address) && unicast.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}
