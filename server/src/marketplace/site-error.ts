/** Every kind of failure of the site. */
export const SITE_ERROR_KINDS = [
  /** Wrong user name or password; `siteMessage` is the site's explanation. */
  'login_refused',
  /** 401 or `isUnauthorized`: the token is no longer valid. */
  'unauthorized',
  /** 403: the firewall, a shield, a bad cookie, a forbidden character. */
  'blocked',
  'not_found',
  'rate_limited',
  /** 5xx. */
  'unavailable',
  'timeout',
  /** Refused, reset, DNS, TLS. */
  'connection',
  /** A page instead of JSON: of a shield, or of a server in front of the site. */
  'not_json',
  /** Broken off, or not JSON at all. */
  'truncated',
  'too_large',
  /** JSON, but a field is missing or of another type; `field` names it. */
  'unexpected_shape',
  /** The site answered `status: false`, or an HTTP status without a kind of its own. */
  'refused',
] as const
export type SiteErrorKind = (typeof SITE_ERROR_KINDS)[number]

type Details = {
  siteMessage?: string | undefined
  field?: string | undefined
  shape?: string
  httpStatus?: number
  retryAfterMs?: number
  cause?: unknown
}

export class SiteError extends Error {
  override name = 'SiteError'
  readonly kind: SiteErrorKind
  /** The site's message as plain text, if it sent one. */
  readonly siteMessage: string | undefined
  /** Dotted path of the field that is missing or has another type. */
  readonly field: string | undefined
  /** What came instead: the call and the names of the fields in its answer, without a value. */
  readonly shape: string | undefined
  readonly httpStatus: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(kind: SiteErrorKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.siteMessage = details.siteMessage
    this.field = details.field
    this.shape = details.shape
    this.httpStatus = details.httpStatus
    this.retryAfterMs = details.retryAfterMs
  }
}
