import { parseHttpDate } from './http-dates.ts'
import type { Question, SiteAnswer } from './site.ts'

/** The same words everywhere, login included: the site may tie a token to the agent that it was given to. */
export const USER_AGENT = 'Mozilla/5.0 (compatible; Bidwell/0.1)'

/** A question's headers. Never a cookie: the site sets one with each bid, and blocks whoever sends it back. */
export function questionHeaders({ body, token }: Pick<Question, 'body' | 'token'>): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': USER_AGENT,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
}

type Headers = Record<string, string | string[] | undefined>

/** The two headers of an answer that we read. */
export function answerHeaders(headers: Headers): Pick<SiteAnswer, 'retryAfter' | 'date'> {
  return { retryAfter: first(headers['retry-after']), date: parseHttpDate(first(headers['date'])) }
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
