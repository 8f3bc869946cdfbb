import { Failure, messages, type PendingSignIn } from '@bidwell/contract'

type FailureDetails = Failure['details']

/** A failed call. `status` is 0 when no response arrived. Programs read `code`; users read `message`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: FailureDetails
  readonly retryAfterMs: number | null
  /** With the code `second_factor_required`: the sign-in that waits. */
  readonly pendingSignIn: PendingSignIn | null
  /** The server's message in a successful reply that does not fit the contract. */
  readonly replyMessage: string | null

  constructor(failure: {
    status: number
    code: string
    message: string
    details?: FailureDetails
    retryAfterMs?: number | null
    second_factor?: PendingSignIn | undefined
    replyMessage?: string | undefined
  }) {
    super(failure.message)
    this.status = failure.status
    this.code = failure.code
    this.details = failure.details
    this.retryAfterMs = failure.retryAfterMs ?? null
    this.pendingSignIn = failure.second_factor ?? null
    this.replyMessage = failure.replyMessage ?? null
  }
}

export const isApiError = (error: unknown, code?: string): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code)

/**
 * Whether the server has refused a call, so that it changed nothing and will change nothing. Without an answer, and behind a proxy
 * that answers for a server that is gone, it may have. `idempotency_done` says that the same call had its effect before.
 */
export const wasRefused = (error: unknown): boolean =>
  isApiError(error) &&
  error.status >= 400 &&
  error.status < 500 &&
  !['idempotency_in_flight', 'idempotency_done'].includes(error.code)

/** The message to show to the user for any thrown value. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== ''
    ? error.message
    : isApiError(error)
      ? messages.generic.unknownApiError
      : messages.generic.unknownError

/** Parses an error response: the contract's `Failure`, any JSON with a `message` or `error` text, or plain text. */
export function errorFromResponse(status: number, retryAfter: string | null, body: string): ApiError {
  const base = { status, retryAfterMs: parseRetryAfter(retryAfter) }
  const json = parseJson(body)
  const failure = Failure.safeParse(json)
  if (failure.success) return new ApiError({ ...base, ...failure.data })
  const message = messageInJson(json) ?? (json === undefined ? messageInText(body) : undefined)
  return new ApiError({ ...base, code: 'unreadable', message: message ?? withoutMessage(status) })
}

const withoutMessage = (status: number) =>
  status === 401 ? messages.session.expired : messages.generic.requestFailedWith(status)

/** The parsed JSON, or undefined when `text` is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The text that JSON has as its message or its error. */
export function messageInJson(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  const fields: { message?: unknown; error?: unknown } = json
  return [fields.message, fields.error].find((text): text is string => typeof text === 'string' && text !== '')
}

function messageInText(body: string): string | undefined {
  const text = body.trim()
  // An HTML page comes from a proxy and means nothing to a bidder.
  return text === '' || text.startsWith('<') ? undefined : text.slice(0, 200)
}

/** `Retry-After` in seconds, converted to ms. Our server never sends the date form. */
function parseRetryAfter(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null
}

/** Awaits a call. When the server answered without a readable reason, the error says `fallback`. */
export async function withReason<T>(answer: Promise<T>, fallback: string): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!isApiError(error, 'unreadable')) throw error
    const { status, code, retryAfterMs } = error
    throw new ApiError({ status, code, message: fallback, retryAfterMs })
  }
}
