import { isIPv6 } from 'node:net'

/**
 * The network that counts as one caller: an IPv4 address itself, and the first 64 bits of an IPv6 address, within which a
 * single subscriber has any number of addresses. In PostgreSQL's notation for `inet`.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = [], tail] = address.split('::').map(groupsOf)
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const groups = [...head, ...zeros, ...(tail ?? [])].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** An IPv4 address at the end takes the place of two groups. */
const groupsOf = (part: string) =>
  part.split(':').flatMap((group) => (group === '' ? [] : group.includes('.') ? ['0', '0'] : [group]))
