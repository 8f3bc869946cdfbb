import { lookup as systemLookup } from 'node:dns'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
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
  override name = 'NoPublicAddress'
  readonly code = 'ENOTFOUND'
  constructor(host: string) {
    super(`${host} has no public address, and the operator has not listed it`)
  }
}

const CONNECT_TIMEOUT_MS = 5_000

/**
 * Opens connections to public addresses, and to the hosts of the operator's list. The address is checked that the socket
 * connects to: a name that changes its address between a check and a connection gains nothing. `onConnected` must have
 * resolved before anything is sent.
 */
export function guardConnections(
  { privateHosts, lookup = systemLookup, isAllowed = isPublicAddress }: Guard,
  onConnected: () => Promise<void>,
): buildConnector.connector {
  const guarded: LookupFunction = (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) return done(new NoPublicAddress(hostname), '')
      const addresses = Array.isArray(found) ? found : [{ address: found, family: family ?? isIP(found) }]
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return done(new NoPublicAddress(hostname), '')
      }
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  const toPublic = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guarded })
  const toListed = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup })

  return (options, callback) => {
    const isListed = privateHosts.has(hostAndPort(options))
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1')
    // No name is looked up for an address.
    if (!isListed && isIP(host) !== 0 && !isAllowed(host)) return callback(new NoPublicAddress(host), null)
    const connect = isListed ? toListed : toPublic
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      const refuse = (reason: Error) => {
        socket.destroy()
        callback(reason, null)
      }
      const handOn = async (open: typeof socket) => {
        try {
          await onConnected()
        } catch (reason) {
          return refuse(reason as Error)
        }
        callback(null, open)
      }
      if (!isListed && !isAllowed(socket.remoteAddress ?? '')) return refuse(new NoPublicAddress(host))
      void handOn(socket)
    })
  }
}

/** As in the operator's list, where an address of IPv6 stands in brackets. */
export function hostAndPort({
  protocol,
  hostname,
  port,
}: {
  protocol: string
  hostname: string
  port: string
}): string {
  const host = isIPv6(hostname) ? `[${hostname}]` : hostname.toLowerCase()
  return `${host}:${port || (protocol === 'https:' ? '443' : '80')}`
}
