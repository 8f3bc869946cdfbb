import * as z from 'zod'

import { SiteError } from '../site-error.ts'
import { parseRetryAfter } from './http-dates.ts'
import { plainLine } from './plain-text.ts'
import type { SiteAnswer } from './site.ts'

const LONGEST_WORDS = 500

/** What the site says, for people. */
export const wordsOf = (html: string) => plainLine(html, LONGEST_WORDS)

/** The answer as what the schema makes of it; a status or a shape that it should not have is a `SiteError`. */
export function readAnswer<T>(answer: SiteAnswer, schema: z.ZodType<T>): T {
  refuseBadStatus(answer)
  const value = parseJson(answer.body)
  // Said with status 200, on any endpoint: the token is no longer good.
  if (Unauthorized.safeParse(value).success) throw new SiteError('unauthorized', 'The site no longer takes the token')
  return checked(value, schema)
}

/** The same for an endpoint that wraps its payload; `data` is what the schema is for. */
export function readEnvelope<T>(answer: SiteAnswer, schema: z.ZodType<T>): T {
  const envelope = readAnswer(answer, Envelope)
  if (!envelope.status) {
    const siteMessage = wordsOf(envelope.message ?? '')
    throw new SiteError('refused', 'The site refused the request', { siteMessage })
  }
  return checked(envelope, z.object({ data: schema })).data
}

const Unauthorized = z.object({ isUnauthorized: z.literal(true) })
const Envelope = z.looseObject({ status: z.boolean(), message: z.nullish(z.string()) })

export function refuseBadStatus({ status, body, retryAfter, date }: SiteAnswer) {
  if (status >= 200 && status < 300) return
  const retryAfterMs = parseRetryAfter(retryAfter, date)
  const details = { httpStatus: status, siteMessage: wordsOf(body), ...(retryAfterMs !== null && { retryAfterMs }) }
  if (status === 401) throw new SiteError('unauthorized', 'The site no longer takes the token', details)
  if (status === 403) throw new SiteError('blocked', 'The site blocks the request', details)
  if (status === 404) throw new SiteError('not_found', 'The site has no such item', details)
  if (status === 429) throw new SiteError('rate_limited', 'The site asks us to slow down', details)
  if (status >= 500) throw new SiteError('unavailable', `The site is not available (HTTP ${status})`, details)
  throw new SiteError('refused', `The site refused the request (HTTP ${status})`, details)
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new SiteError('not_json', 'The site answered something that is not JSON', {
      siteMessage: wordsOf(body),
      cause,
    })
  }
}

function checked<T>(value: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') || '(the whole answer)'
  throw new SiteError('unexpected_shape', `The site's answer has no usable ${field}: ${issue?.message}`, { field })
}
