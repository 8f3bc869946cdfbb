import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback } from '../../platform/network-of.ts'
import { isPublicAddress } from './public-address.ts'

export type Guard = {
  /** The operator's list: hosts in private networks, each with its port. */
  privateHosts: ReadonlySet<string>
  lookup?: LookupFunction
  /** Replaced by tests, which have no public address. */
  isAllowed?: (address: string) => boolean
}

/** A host does not exist, or is in a private network. Users must not learn which names the operator's network has. */
export class NoPublicAddress extends Error {
  readonly code = 'ENOTFOUND'
  constructor(host: string) {
    super(`${host} has no public address, and the operator has not listed it`)
  }
}

/**
 * Finds public addresses alone. The socket connects to the address that was checked, so a name that changes its address between a check
 * and a connection gains nothing.
 */
export const publicLookup =
  ({ lookup = systemLookup, isAllowed = isPublicAddress }: Omit<Guard, 'privateHosts'>): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = error || typeof found === 'string' ? [] : found
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return done(new NoPublicAddress(hostname), '')
      }
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })

/** Whether a URL says by itself that it leads into a private network: no name is looked up for an address. */
export function isPrivateUrl({ hostname }: URL, isAllowed: (address: string) => boolean = isPublicAddress): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 ? isLoopback(host) : !isAllowed(host)
}

/** As in the operator's list, where an address of IPv6 stands in brackets. */
export const hostAndPort = ({ protocol, hostname, port }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
