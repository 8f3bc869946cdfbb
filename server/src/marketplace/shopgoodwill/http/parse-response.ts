import * as z from 'zod'
import { SiteError } from '../../site-error.ts'
import { plainLine } from '../fields/plain-text.ts'
import type { SiteResponse } from '../site.ts'
import { parseRetryAfter } from './http-dates.ts'

const MAX_MESSAGE_LENGTH = 500

/** A message of the site as one line of plain text. */
export const messageText = (html: string) => plainLine(html, MAX_MESSAGE_LENGTH)

/** Parses the body with the schema. Throws a `SiteError` for an error status or an unexpected shape. */
export function parseResponse<T>(response: SiteResponse, schema: z.ZodType<T>): T {
  requireSuccess(response)
  const value = parseJson(response)
  // Any endpoint may say with status 200 that the token is no longer valid.
  if (Unauthorized.safeParse(value).success) throw new SiteError('unauthorized', 'The site no longer accepts the token')
  return checked(value, schema)
}

/** As `parseResponse`, for an endpoint that wraps its payload: the schema describes `data`. */
export function parseEnvelope<T>(response: SiteResponse, schema: z.ZodType<T>): T {
  const envelope = parseResponse(response, Envelope)
  if (!envelope.status) {
    const siteMessage = messageText(envelope.message ?? '')
    throw new SiteError('refused', 'The site refused the request', { siteMessage })
  }
  return checked(envelope, z.object({ data: schema })).data
}

const Unauthorized = z.object({ isUnauthorized: z.literal(true) })
const Envelope = z.looseObject({ status: z.boolean(), message: z.nullish(z.string()) })

function requireSuccess({ status, body, retryAfter, date }: SiteResponse) {
  if (status >= 200 && status < 300) return
  const retryAfterMs = parseRetryAfter(retryAfter, date)
  const details = { httpStatus: status, siteMessage: messageText(body), ...(retryAfterMs !== null && { retryAfterMs }) }
  if (status === 401) throw new SiteError('unauthorized', 'The site no longer accepts the token', details)
  if (status === 403) throw new SiteError('blocked', 'The site blocks the request', details)
  if (status === 404 && isOfSite(body)) throw new SiteError('not_found', 'The site has no such item', details)
  if (status === 429) throw new SiteError('rate_limited', 'The site asks us to slow down', details)
  if (status >= 500 || status === 404)
    throw new SiteError('unavailable', `The site is not available (HTTP ${status})`, details)
  throw new SiteError('refused', `The site refused the request (HTTP ${status})`, details)
}

/** For an item that it does not have, the site sends no body, or JSON. A page or a text comes from a server in front of it. */
const isOfSite = (body: string) => /^\s*(\{|$)/.test(body)

function parseJson({ body, status: httpStatus }: SiteResponse): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    if (!/^\s*</.test(body)) throw new SiteError('truncated', "The site's answer is not whole JSON", { cause })
    const siteMessage = messageText(body)
    throw new SiteError('not_json', 'The site answered with a page', { siteMessage, httpStatus, cause })
  }
}

/** Parses a value with the schema. Throws a `SiteError` that names the first field without a usable value. */
export function checked<T>(value: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') || '(the whole answer)'
  throw new SiteError('unexpected_shape', `The site's answer has no usable ${field}: ${issue?.message}`, { field })
}
