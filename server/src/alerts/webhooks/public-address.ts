import ipaddr from 'ipaddr.js'

/** What IPv6 has given out to the public internet. */
const GLOBAL = ipaddr.parseCIDR('2000::/3')
const DOCUMENTS = ipaddr.parseCIDR('3fff::/20')

/** Whether an address belongs to the public internet. One of IPv6 that stands for one of IPv4 does not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed.match(GLOBAL) && !parsed.match(DOCUMENTS))
}
