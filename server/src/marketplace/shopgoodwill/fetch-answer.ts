import { type Agent, errors, request } from 'undici'

import type { Clock } from '../../platform/clock.ts'
import { SiteError } from '../site-error.ts'
import { answerHeaders, questionHeaders } from './headers.ts'
import type { Ask, Limits, Site, SiteAnswer } from './site.ts'

type FetchDeps = { clock: Clock; agent: Agent; site: Site; limits: Limits }

/**
 * Puts a question to the site once: no redirect is followed, nothing is tried again, and the answer is read whole.
 * Every failure is a `SiteError` by its kind, save the caller's own abort.
 */
export function fetchAnswer({ clock, agent, site, limits }: FetchDeps): Ask {
  return async ({ method, path, body, token, signal }): Promise<SiteAnswer> => {
    const deadline = AbortSignal.timeout(limits.answerMs)
    let answering = false
    try {
      const sentAt = clock.monotonic()
      const answer = await request(new URL(path, site.apiUrl), {
        dispatcher: agent,
        method,
        headers: questionHeaders({ body, token }),
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      })
      const receivedAt = clock.monotonic()
      answering = true
      const text = await answer.body.text()
      return { status: answer.statusCode, ...answerHeaders(answer.headers), body: text, sentAt, receivedAt }
    } catch (error) {
      signal?.throwIfAborted()
      throw failureOf(error, answering)
    }
  }
}

function failureOf(cause: unknown, answering: boolean): SiteError {
  if (
    (cause instanceof DOMException && cause.name === 'TimeoutError') ||
    cause instanceof errors.ConnectTimeoutError ||
    cause instanceof errors.HeadersTimeoutError ||
    cause instanceof errors.BodyTimeoutError
  ) {
    return new SiteError('timeout', 'The site did not answer in time', { cause })
  }
  if (cause instanceof errors.ResponseExceededMaxSizeError || cause instanceof errors.HeadersOverflowError) {
    return new SiteError('too_large', "The site's answer is larger than any that it should give", { cause })
  }
  if (answering) return new SiteError('truncated', "The site's answer broke off", { cause })
  return new SiteError('connection', 'The site could not be reached', { cause })
}
