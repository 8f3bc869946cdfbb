import { api, messages } from '@bidwell/contract'
import { aToken } from './a-token.ts'
import { PROFILE } from './answer-account.ts'
import type { Answers, Refusal } from './answers.ts'

/** What the server answers to every call of a session that has ended. */
export const ENDED: Refusal = { status: 401, code: 'session_ended', message: messages.session.expired }

/** What the server answers once the last proof of the identity is old. */
export const PROOF_NEEDED: Refusal = {
  status: 403,
  code: 'proof_needed',
  message: messages.endingSession.proofRequired,
}

/** Every password opens a session, every token is exchanged, and Google is not set up. */
export function answerSession(answers: Answers): void {
  const opened = () => ({ data: { profile: PROFILE }, token: aToken(), deletion_cancelled: false, deletion_due: null })
  answers
    .to(api.signIn, opened)
    .to(api.register, ({ body }) => ({
      data: { profile: { ...PROFILE, email: body.email } },
      token: aToken({ email: body.email, email_verified: false }),
    }))
    .to(api.refreshToken, () => ({ data: {}, token: aToken() }))
    .to(api.logout, () => ({ data: {} }))
    .to(api.readGoogleSettings, () => ({ data: null }))
    .to(api.readProofMethods, () => ({ data: { methods: ['password' as const] } }))
    .to(api.proveIdentity, () => ({ data: {} }))
  for (const report of [
    api.trackSignInFailure,
    api.trackSignInRecovery,
    api.trackSignInAbandoned,
    api.trackSignInResolved,
  ]) {
    answers.to(report, () => ({ data: {} }))
  }
}
