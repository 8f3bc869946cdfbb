import { api, type Session, type SecondFactorStatus } from '@bidwell/contract'
import type { Answers } from './answers.ts'

export const NO_SECOND_FACTOR: SecondFactorStatus = {
  totp_since: null,
  passkeys: [],
  recovery_codes_left: 0,
  google_linked: false,
  passkey_origin: 'https://bids.example',
  required: false,
}

/** A session of the account, which another browser has unless it is `current`. */
export function aSession(fields: Partial<Session> = {}): Session {
  const at = new Date().toISOString()
  return {
    id: crypto.randomUUID(),
    device: 'Firefox on Windows',
    ip_address: '203.0.113.7',
    last_ip_address: '203.0.113.7',
    created_at: at,
    last_used_at: at,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    remember_me: false,
    current: false,
    ...fields,
  }
}

/** The protection of an account that has a password alone, signed in here and in `others`. */
export function answerSecurity(answers: Answers, others: readonly Session[] = []): void {
  let sessions = [aSession({ current: true }), ...others]
  answers
    .to(api.readSecondFactor, () => ({ data: NO_SECOND_FACTOR }))
    .to(api.listSecurityEvents, () => ({ data: { events: [], next_cursor: null } }))
    .to(api.listApiTokens, () => ({ data: { tokens: [] } }))
    .to(api.listSessions, () => ({ data: { sessions } }))
    .to(api.endSession, ({ params }) => {
      sessions = sessions.filter(({ id }) => id !== params.id)
      return { data: {} }
    })
    .to(api.endSessions, () => {
      const before = sessions.length
      sessions = sessions.filter(({ current }) => current)
      return { data: { ended: before - sessions.length } }
    })
}
