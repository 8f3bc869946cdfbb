import { isIPv6 } from 'node:net'

/**
 * The network that counts as one caller: an IPv4 address itself, and the first 64 bits of an IPv6 address, within which a
 * single subscriber has any number of addresses. In PostgreSQL's notation for `inet`.
 */
export const networkOf = (address: string): string => (isIPv6(address) ? firstGroups(address, 4) : address)

/** The surroundings of an address: 256 IPv4 addresses, or the first 48 bits of an IPv6 address, a customer's whole site. */
export const wideNetworkOf = (address: string): string =>
  isIPv6(address) ? firstGroups(address, 3) : address.replace(/\d+$/, '0/24')

function firstGroups(address: string, count: number): string {
  const [head = [], tail] = address.split('::').map(groupsOf)
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const groups = [...head, ...zeros, ...(tail ?? [])].slice(0, count)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${16 * count}`
}

/** An IPv4 address at the end takes the place of two groups. */
const groupsOf = (part: string) =>
  part.split(':').flatMap((group) => (group === '' ? [] : group.includes('.') ? ['0', '0'] : [group]))

/** Whether a host, as it stands in a URL or alone, is this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d+){3}$/.test(host)

/** A stranger on the way could read and change what plain http carries. */
export function isEncryptedOrLocal(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {}
  return protocol !== 'http:' || isLoopback(`${hostname}`)
}
