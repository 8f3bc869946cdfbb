import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'

import { SiteError } from '../../site-error.ts'

/** Connects to the URL's host, with Node's default certificate checks if it is https. Throws `SiteError`. */
export async function connectSocket(url: URL, timeoutMs: number, signal?: AbortSignal): Promise<net.Socket> {
  signal?.throwIfAborted()
  const deadline = AbortSignal.timeout(timeoutMs)
  const secure = url.protocol === 'https:'
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  const port = Number(url.port) || (secure ? 443 : 80)
  const socket = secure
    ? tls.connect({ host, port, ALPNProtocols: ['http/1.1'], ...(net.isIP(host) ? {} : { servername: host }) })
    : net.connect({ host, port })
  // Without this, Nagle's algorithm could hold a small request back until the previous one is acknowledged.
  socket.setNoDelay(true)
  try {
    const either = signal ? AbortSignal.any([signal, deadline]) : deadline
    await once(socket, secure ? 'secureConnect' : 'connect', { signal: either })
    return socket
  } catch (cause) {
    socket.on('error', () => {})
    socket.destroy()
    signal?.throwIfAborted()
    if (deadline.aborted) throw new SiteError('timeout', 'The site took no connection in time', { cause })
    throw new SiteError('connection', 'The site could not be reached', { cause })
  }
}
