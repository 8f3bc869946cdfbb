import { api } from '@bidwell/contract'
import { aToken } from './a-token.ts'
import { PROFILE } from './answer-account.ts'
import type { Answers } from './answers.ts'

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
  for (const report of [
    api.trackSignInFailure,
    api.trackSignInRecovery,
    api.trackSignInAbandoned,
    api.trackSignInResolved,
  ]) {
    answers.to(report, () => ({ data: {} }))
  }
}
