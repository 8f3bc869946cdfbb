import http from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Clock } from '../../../platform/clock.ts'
import { SiteError } from '../../site-error.ts'
import { answerHeaders, questionHeaders } from '../headers.ts'
import type { Limits, Question, Site, SiteAnswer } from '../site.ts'
import { createGate } from './gate.ts'
import type { Wire } from './wire.ts'

export type LineDeps = { clock: Clock; site: Site; limits: Limits }

/** Builds a request, byte for byte, to be sent later on whichever wire is free by then. */
export function buildRequest({ clock, site, limits }: LineDeps, { method, path, body, token }: Question) {
  const url = new URL(path, site.apiUrl)
  const gate = createGate()
  const request = http.request({
    createConnection: () => gate.duplex,
    method,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, connection: 'keep-alive', ...questionHeaders({ body, token }) },
  })
  const head = headOf(request)
  request.end(body === undefined ? undefined : JSON.stringify(body))

  async function receive(wire: Wire, sentAt: number, withinMs: number, signal: AbortSignal | undefined) {
    const done = new AbortController()
    const late = clock
      .sleepUntil(sentAt + withinMs, signal ? AbortSignal.any([signal, done.signal]) : done.signal)
      .then(() => Promise.reject(new SiteError('timeout', 'The site did not answer in time')))
    try {
      const answer = await Promise.race([readWhole(sentAt), late])
      wire.release()
      return answer
    } catch (error) {
      wire.destroy()
      throw error
    } finally {
      done.abort(answered)
    }
  }

  async function readWhole(sentAt: number): Promise<SiteAnswer> {
    const response = await head
    const receivedAt = clock.monotonic()
    const chunks: Buffer[] = []
    let size = 0
    try {
      for await (const chunk of bytesOf(response)) {
        size += chunk.length
        if (size > limits.answerBytes) break
        chunks.push(chunk)
      }
    } catch (cause) {
      throw new SiteError('truncated', "The site's answer broke off", { cause })
    }
    if (size > limits.answerBytes) {
      throw new SiteError('too_large', "The site's answer is larger than any that it should give")
    }
    const text = new TextDecoder().decode(Buffer.concat(chunks))
    return { status: response.statusCode ?? 0, ...answerHeaders(response.headers), body: text, sentAt, receivedAt }
  }

  return {
    /**
     * Sends on an idle wire with one write, in this turn. `answer` rejects with a `SiteError` or the signal's reason, and
     * then the wire is gone.
     */
    send(wire: Wire, withinMs: number, signal?: AbortSignal): { sentAt: number; answer: Promise<SiteAnswer> } {
      const sentAt = clock.monotonic()
      wire.carry(gate)
      // Other bids may leave in this turn, and what waits for an answer can be made ready after the last of them.
      return { sentAt, answer: nextTurn().then(() => receive(wire, sentAt, withinMs, signal)) }
    },
  }
}

/** Made once: an abort without a reason makes an error with a stack for each. */
const answered = new Error('No longer waited for')

/** Listened for from the start, so that there is less to do when the request is sent. */
function headOf(request: http.ClientRequest) {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  request.once('response', resolve)
  request.on('error', (cause) => {
    reject(new SiteError('connection', 'The connection broke before the site answered', { cause }))
  })
  promise.catch(() => {}) // a request that is never sent has nobody who waits
  return promise
}

/** An `IncomingMessage` without an encoding gives Buffers. */
const bytesOf = (response: http.IncomingMessage) => response as AsyncIterable<Buffer>
