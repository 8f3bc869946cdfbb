import { messages, SESSION } from '@bidwell/contract'
import type { Caller } from '../http/route.ts'
import { AppError } from '../platform/errors.ts'

/** Throws `proof_needed` (403) unless the caller proved who they are in the last fifteen minutes. `now` is epoch ms. */
export function requireProof({ provenAt }: Pick<Caller, 'provenAt'>, now: number) {
  // A proof of the future was made before the clock was set back.
  if (Math.abs(now - provenAt) > SESSION.proofMs)
    throw new AppError('proof_needed', messages.endingSession.proofRequired)
}
