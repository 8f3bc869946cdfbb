import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Clock } from '../platform/clock.ts'
import { withTimeout } from '../platform/with-timeout.ts'

const HTTPS_PORT = 443
const ANSWER_WITHIN_MS = 10_000

/**
 * When the certificate of an https address expires, epoch ms, or that it has expired. Null when the address shows none that
 * this machine trusts: browsers may trust an authority that it does not know.
 */
export async function readExpiry(
  clock: Clock,
  { url, certificateAuthority }: { url: URL; certificateAuthority?: string | undefined },
  stop: AbortSignal,
): Promise<number | 'expired' | null> {
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const socket = connect({
    host,
    port: Number(url.port || HTTPS_PORT),
    ...(isIP(host) === 0 && { servername: host }),
    ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
  })
  try {
    await withTimeout(clock, ANSWER_WITHIN_MS, stop, (signal) => once(socket, 'secureConnect', { signal }))
    return Date.parse(socket.getPeerCertificate().valid_to)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'CERT_HAS_EXPIRED' ? 'expired' : null
  } finally {
    socket.destroy()
  }
}
