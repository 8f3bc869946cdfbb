import { Failure, messages } from '@bidwell/contract'

type ApiErrorDetails = Failure['details']

/** A call that failed. `status` 0: no answer came. `code` is for programs, `message` for the user. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: ApiErrorDetails
  readonly retryAfterMs: number | null

  constructor(failure: {
    status: number
    code: string
    message: string
    details?: ApiErrorDetails
    retryAfterMs?: number | null
  }) {
    super(failure.message)
    this.status = failure.status
    this.code = failure.code
    this.details = failure.details
    this.retryAfterMs = failure.retryAfterMs ?? null
  }
}

export const isApiError = (error: unknown, code?: string): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code)

/** What to tell the user about anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : messages.generic.unknown

/** An error answer, read as far as it can be: our own form, any JSON with words in it, or plain text. */
export function errorFromResponse(status: number, retryAfter: string | null, body: string): ApiError {
  const base = { status, retryAfterMs: retryAfterMs(retryAfter) }
  const answer = parseJson(body)
  const failure = Failure.safeParse(answer)
  if (failure.success) return new ApiError({ ...base, ...failure.data })
  return new ApiError({ ...base, code: 'unreadable', message: wordsIn(answer) ?? fallback(status, body, answer) })
}

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function wordsIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const fields: { message?: unknown; error?: unknown } = answer
  return [fields.message, fields.error].find((words): words is string => typeof words === 'string' && words !== '')
}

function fallback(status: number, body: string, answer: unknown): string {
  const text = body.trim()
  // A page of HTML is some proxy's, and says nothing to a bidder.
  if (answer === undefined && text !== '' && !text.startsWith('<')) return text.slice(0, 200)
  return messages.generic.requestFailedWith(status)
}

/** `Retry-After` in seconds, as ms. The date form is not used by our server. */
function retryAfterMs(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null
}
