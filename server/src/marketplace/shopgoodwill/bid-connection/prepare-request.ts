import http from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import { SiteError } from '../../site-error.ts'
import { requestHeaders, responseHeaders } from '../http/headers.ts'
import type { Limits, Site, SiteRequest, SiteResponse } from '../site.ts'
import type { BidSocket } from './bid-socket.ts'
import { writeGate } from './write-gate.ts'

export type ConnectionDeps = { clock: Clock; site: Site; limits: Limits }

/** Builds a request, byte for byte, to be sent later on whichever socket is idle then. */
export function prepareRequest({ clock, site, limits }: ConnectionDeps, { method, path, body, token }: SiteRequest) {
  const url = new URL(path, site.apiUrl)
  const gate = writeGate()
  const request = http.request({
    createConnection: () => gate.duplex,
    method,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, connection: 'keep-alive', ...requestHeaders(site, { body, token }) },
  })
  const head = headOf(request)
  request.end(body === undefined ? undefined : JSON.stringify(body))

  async function receive(socket: BidSocket, sentAt: number, timeoutMs: number, signal: AbortSignal | undefined) {
    const done = new AbortController()
    const late = clock
      .sleepUntil(sentAt + timeoutMs, signal ? AbortSignal.any([signal, done.signal]) : done.signal)
      .then(() => Promise.reject(new SiteError('timeout', 'The site did not answer in time')))
    try {
      const response = await Promise.race([readWhole(sentAt), late])
      socket.release()
      return response
    } catch (error) {
      socket.destroy()
      throw error
    } finally {
      done.abort(EXCHANGE_ENDED)
    }
  }

  async function readWhole(sentAt: number): Promise<SiteResponse> {
    const response = await head
    const receivedAt = clock.monotonic()
    const chunks: Buffer[] = []
    let size = 0
    try {
      for await (const chunk of bytesOf(response)) {
        size += chunk.length
        if (size > limits.maxResponseBytes) break
        chunks.push(chunk)
      }
    } catch (cause) {
      throw new SiteError('truncated', "The site's answer broke off", { cause })
    }
    if (size > limits.maxResponseBytes) {
      throw new SiteError('too_large', "The site's answer is larger than any that it should give")
    }
    const text = new TextDecoder().decode(Buffer.concat(chunks))
    return { status: response.statusCode ?? 0, ...responseHeaders(response.headers), body: text, sentAt, receivedAt }
  }

  return {
    /**
     * Sends with one write, in this turn. `response` rejects with a `SiteError` or the signal's reason, and then the
     * socket is closed.
     */
    send(socket: BidSocket, timeoutMs: number, signal?: AbortSignal) {
      const sentAt = clock.monotonic()
      socket.send(gate)
      // Other bids may be due in this turn, so the preparations for the response wait for the next one.
      return { sentAt, response: nextTurn().then(() => receive(socket, sentAt, timeoutMs, signal)) }
    },
  }
}

/** Made once: aborting without a reason would create an error with its stack each time. */
const EXCHANGE_ENDED = new Error('The exchange has ended')

/** Listens for the response from the start, which leaves less work for the moment of sending. */
function headOf(request: http.ClientRequest) {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  request.once('response', resolve)
  request.on('error', (cause) => {
    reject(new SiteError('connection', 'The connection broke before the site answered', { cause }))
  })
  promise.catch(() => {}) // of a request that is never sent, no caller handles the rejection
  return promise
}

/** An `IncomingMessage` without an encoding yields Buffers. */
const bytesOf = (response: http.IncomingMessage) => response as AsyncIterable<Buffer>
