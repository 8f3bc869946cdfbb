import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { SiteError } from '../../site-error.ts'

export type Connected = {
  /** Carries the requests: encrypted if the URL is https. */
  socket: net.Socket
  /** Ends the connection at once. The kernel drops the bytes that it has not sent, and tells the site so (TCP RST). */
  reset: () => void
}

/** Connects to the URL's host, with Node's default certificate checks if it is https. Throws `SiteError`. */
export async function connectSocket(url: URL, timeoutMs: number, signal?: AbortSignal): Promise<Connected> {
  signal?.throwIfAborted()
  const deadline = AbortSignal.timeout(timeoutMs)
  const secure = url.protocol === 'https:'
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  const port = Number(url.port) || (secure ? 443 : 80)
  // Only a TCP socket can be reset, so the encrypted one is put on top of it.
  const tcp = net.connect({ host, port })
  // Without this, Nagle's algorithm could hold a small request back until the previous one is acknowledged.
  tcp.setNoDelay(true)
  const socket = secure
    ? tls.connect({ socket: tcp, ALPNProtocols: ['http/1.1'], ...(net.isIP(host) ? { host } : { servername: host }) })
    : tcp
  try {
    const either = signal ? AbortSignal.any([signal, deadline]) : deadline
    await once(socket, secure ? 'secureConnect' : 'connect', { signal: either })
    return { socket, reset: () => tcp.resetAndDestroy() }
  } catch (cause) {
    socket.on('error', () => {})
    tcp.on('error', () => {})
    socket.destroy()
    tcp.destroy()
    signal?.throwIfAborted()
    if (deadline.aborted) throw new SiteError('timeout', 'The site took no connection in time', { cause })
    throw new SiteError('connection', 'The site could not be reached', { cause })
  }
}
