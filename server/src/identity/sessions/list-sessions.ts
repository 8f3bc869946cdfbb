import type { Session } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller } from '../../http/route.ts'
import { describeDevice } from '../../trails/security-log/describe-device.ts'
import { liveSessionsOf } from './session-queries.ts'

/** Where the account is signed in, last used first. */
export async function listSessions({ db, clock }: Ctx, caller: Caller): Promise<Session[]> {
  const sessions = await liveSessionsOf(db, caller.accountId, clock.now())
  return sessions.map((session) => ({
    id: session.id,
    device: describeDevice(session.user_agent),
    ip_address: session.ip_address,
    last_ip_address: session.last_ip_address,
    created_at: session.created_at.toISOString(),
    last_used_at: session.last_used_at.toISOString(),
    expires_at: session.expires_at.toISOString(),
    remember_me: session.remember_me,
    current: session.id === caller.sessionId,
  }))
}
