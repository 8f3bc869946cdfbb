import { type Agent, errors, request } from 'undici'
import type { Clock } from '../../../platform/clock.ts'
import { SiteError } from '../../site-error.ts'
import type { Limits, SendRequest, Site, SiteResponse } from '../site.ts'
import { requestHeaders, responseHeaders } from './headers.ts'

type SenderDeps = { clock: Clock; agent: Agent; site: Site; limits: Limits }

/**
 * Makes the function that sends a request to the site once: it follows no redirect, retries nothing and reads the whole
 * response. It throws a `SiteError` for every failure, except for the caller's own abort.
 */
export function requestSender({ clock, agent, site, limits }: SenderDeps): SendRequest {
  return async ({ method, path, body, token, signal }): Promise<SiteResponse> => {
    const deadline = AbortSignal.timeout(limits.responseTimeoutMs)
    let hasHead = false
    try {
      const sentAt = clock.monotonic()
      const response = await request(new URL(path, site.apiUrl), {
        dispatcher: agent,
        method,
        headers: requestHeaders(site, { body, token }),
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      })
      const receivedAt = clock.monotonic()
      hasHead = true
      const text = await response.body.text()
      return { status: response.statusCode, ...responseHeaders(response.headers), body: text, sentAt, receivedAt }
    } catch (error) {
      signal?.throwIfAborted()
      throw siteErrorOf(error, hasHead)
    }
  }
}

function siteErrorOf(cause: unknown, hasHead: boolean): SiteError {
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
  if (hasHead) return new SiteError('truncated', "The site's answer broke off", { cause })
  return new SiteError('connection', 'The site could not be reached', { cause })
}
