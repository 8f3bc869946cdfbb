/** Every way in which the site can fail us, each with what it means for the caller. */
export const SITE_ERROR_KINDS = [
  /** Wrong user name or password; `words` are the site's. */
  'login_refused',
  /** 401 or `isUnauthorized`: the token is no longer good. */
  'unauthorized',
  /** 403: the firewall, a bad cookie, a forbidden character. */
  'blocked',
  'not_found',
  'rate_limited',
  /** 5xx. */
  'unavailable',
  'timeout',
  /** Refused, reset, DNS, TLS. */
  'connection',
  /** HTML or text where JSON was due. */
  'not_json',
  'truncated',
  'too_large',
  /** JSON, but a field is missing or of another type; `field` names it. */
  'unexpected_shape',
  /** The site said `status: false` for a reason we have no better name for. */
  'refused',
] as const
export type SiteErrorKind = (typeof SITE_ERROR_KINDS)[number]

type Details = { siteMessage?: string; field?: string; httpStatus?: number; retryAfterMs?: number; cause?: unknown }

export class SiteError extends Error {
  override name = 'SiteError'
  readonly kind: SiteErrorKind
  /** The site's own words, as plain text, when it gave any. */
  readonly siteMessage: string | undefined
  /** Dotted path of the field that vanished or changed type. */
  readonly field: string | undefined
  readonly httpStatus: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(kind: SiteErrorKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.siteMessage = details.siteMessage
    this.field = details.field
    this.httpStatus = details.httpStatus
    this.retryAfterMs = details.retryAfterMs
  }
}
