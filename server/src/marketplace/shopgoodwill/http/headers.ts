import type { Site, SiteRequest, SiteResponse } from '../site.ts'
import { parseHttpDate } from './http-dates.ts'

/** The same for every request, since the site may tie a token to the user agent that logged in. */
export const userAgentFor = ({ userAgent = 'Mozilla/5.0 (compatible; Bidwell/0.1)' }: Site): string => userAgent

/** Never a cookie: the site sets one with each bid, and blocks every client that sends it back. */
export function requestHeaders(
  site: Site,
  { body, token }: Pick<SiteRequest, 'body' | 'token'>,
): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': userAgentFor(site),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
}

type Headers = Record<string, string | string[] | undefined>

/** The two response headers that the client reads. */
export function responseHeaders(headers: Headers): Pick<SiteResponse, 'retryAfter' | 'date'> {
  return { retryAfter: first(headers['retry-after']), date: parseHttpDate(first(headers['date'])) }
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
