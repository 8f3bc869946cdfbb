import { type Failure, messages } from '@bidwell/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { SiteError } from '../marketplace/site-error.ts'
import { AppError } from '../platform/errors.ts'

const DATABASE_RETRY_MS = 2_000
const SITE_RETRY_MS = 30_000
const THE_SITE = 'The auction site'

/** Fastify's own errors by status. Any other status below 500 is a malformed request. */
const FRAMEWORK_ERRORS: Partial<Record<number, () => AppError>> = {
  404: () => new AppError('not_found', messages.generic.notFound),
  413: () => new AppError('body_too_large', messages.generic.bodyTooLarge),
  415: () => new AppError('wrong_content_type', messages.generic.wrongContentType),
  503: () => new AppError('unavailable', messages.generic.unavailable, { retryAfterMs: DATABASE_RETRY_MS }),
}

/** Error codes of an unavailable database: PostgreSQL's for connections, resources, timeouts and restarts, and Node's. */
const DATABASE_UNAVAILABLE =
  /^(08...|53...|57014|57P0[1-5]|ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** The messages of `pg` errors without a code: the connection broke or does not answer, or none can be opened. */
const CONNECTION_LOST =
  /^(Connection terminated|Query read timeout|timeout (expired|exceeded when trying to connect)|Client (has encountered|was closed))/

/** Any error as an AppError. The text of a foreign error never reaches the caller. */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof SiteError) return siteFailure(error)
  if (!(error instanceof Error)) return new AppError('internal', messages.generic.internalError, { cause: error })

  const { code, statusCode } = error as Partial<FastifyError>
  if ((code !== undefined && DATABASE_UNAVAILABLE.test(code)) || CONNECTION_LOST.test(error.message)) {
    const retryAfterMs = DATABASE_RETRY_MS
    return new AppError('unavailable', messages.generic.unavailable, { retryAfterMs, cause: error })
  }
  if (statusCode !== undefined && statusCode < 504 && code?.startsWith('FST_')) {
    const frameworkError = FRAMEWORK_ERRORS[statusCode]
    if (frameworkError) return frameworkError()
    if (statusCode < 500) return new AppError('malformed', messages.generic.malformedRequest, { cause: error })
  }
  return new AppError('internal', messages.generic.internalError, { cause: error })
}

/** For a SiteError that the route did not turn into an AppError of its own. */
function siteFailure(error: SiteError): AppError {
  if (error.kind === 'login_refused') {
    const siteMessage = error.siteMessage ?? messages.connection.refused(THE_SITE)
    return new AppError('credentials_refused', siteMessage, { cause: error })
  }
  const retryAfterMs = error.retryAfterMs ?? SITE_RETRY_MS
  const message = messages.auction.siteUnavailable(THE_SITE, error.kind)
  return new AppError('site_unavailable', message, { retryAfterMs, cause: error })
}

function failureBody(error: AppError): Failure {
  const { message, code, details, secondFactor, request } = error
  return {
    success: false,
    message,
    code,
    ...(details && { details }),
    ...(secondFactor && { second_factor: secondFactor }),
    ...(request && { request }),
  }
}

/** `true`: the browser may refresh its token. `false`: the login failed, and the session stands. Absent: it is lost. */
const TOKEN_EXPIRED_HEADER: Partial<Record<AppError['code'], string>> = {
  token_expired: 'true',
  login_failed: 'false',
  second_factor_required: 'false',
  second_factor_failed: 'false',
  challenge_expired: 'false',
}

export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = asAppError(thrown)
  request.failedWith = error.code
  // A process that is not ready says so at each probe.
  if (error.status >= 500 && error.code !== 'not_ready')
    request.log.error({ err: error.cause ?? error }, 'a call failed')

  const tokenExpired = TOKEN_EXPIRED_HEADER[error.code]
  if (tokenExpired) reply.header('X-Token-Expired', tokenExpired)
  if (error.retryAfterMs !== undefined) reply.header('Retry-After', Math.max(1, Math.ceil(error.retryAfterMs / 1_000)))
  void reply.code(error.status).send(failureBody(error))
}
