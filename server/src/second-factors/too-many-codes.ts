import { formatWait, messages } from '@bidwell/contract'
import { AppError } from '../platform/errors.ts'

/** The error for a code that has to wait because too many wrong ones came before. */
export const tooManyCodes = (retryAfterMs: number) =>
  new AppError('rate_limited', messages.secondFactor.tooManyCodes(formatWait(retryAfterMs)), { retryAfterMs })
