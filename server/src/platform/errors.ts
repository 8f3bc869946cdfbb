import type { AskedBid, PendingSignIn } from '@bidwell/contract'

/** The HTTP status of each error code. Codes are public API: they are added, and never renamed. */
const STATUS_BY_CODE = {
  malformed: 400,
  not_signed_in: 401,
  token_expired: 401,
  token_invalid: 401,
  session_revoked: 401,
  login_failed: 401,
  second_factor_required: 401,
  second_factor_failed: 401,
  challenge_expired: 401,
  proof_needed: 403,
  scope_missing: 403,
  email_not_verified: 403,
  new_password_needed: 403,
  google_link_needed: 403,
  plan_limit_reached: 403,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  owner_asked: 409,
  idempotency_in_flight: 409,
  idempotency_done: 409,
  too_late: 409,
  plan_change_refused: 409,
  body_too_large: 413,
  wrong_content_type: 415,
  rule_broken: 422,
  credentials_refused: 422,
  credentials_missing: 422,
  bid_too_low: 422,
  confirmation_needed: 422,
  day_limit_reached: 422,
  week_limit_reached: 422,
  month_limit_reached: 422,
  token_cap_reached: 422,
  auction_over: 422,
  link_invalid: 422,
  payment_declined: 422,
  rate_limited: 429,
  account_locked: 429,
  internal: 500,
  unavailable: 503,
  not_ready: 503,
  site_unavailable: 503,
  not_confirmed_yet: 503,
  payments_unavailable: 503,
} as const

export type ErrorCode = keyof typeof STATUS_BY_CODE

/** One fault in the input: `path` names the field (dotted), `message` the rule. */
export type FieldFault = { path: string; message: string }

type Options = ErrorOptions & {
  details?: FieldFault[]
  retryAfterMs?: number
  /** With `second_factor_required`. */
  secondFactor?: PendingSignIn
  /** With `owner_asked`. */
  request?: AskedBid
}

/** An expected failure of a request. The user reads `message`, which comes from the contract's message catalogue. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: FieldFault[] | undefined
  /** How long the client should wait before trying again. */
  readonly retryAfterMs: number | undefined
  readonly secondFactor: PendingSignIn | undefined
  readonly request: AskedBid | undefined

  constructor(code: ErrorCode, message: string, options: Options = {}) {
    super(message, options)
    this.code = code
    this.details = options.details
    this.retryAfterMs = options.retryAfterMs
    this.secondFactor = options.secondFactor
    this.request = options.request
  }

  get status(): number {
    return STATUS_BY_CODE[this.code]
  }
}

/** The refusal of one field, which the form shows beside it. */
export const fieldError = (path: string, message: string, code: ErrorCode = 'rule_broken') =>
  new AppError(code, message, { details: [{ path, message }] })

/** Throws 422 when there are faults: the user reads the first message, and a form shows each beside its field. */
export function refuseFaults(faults: FieldFault[]): void {
  const [first] = faults
  if (first) throw new AppError('rule_broken', first.message, { details: faults })
}
