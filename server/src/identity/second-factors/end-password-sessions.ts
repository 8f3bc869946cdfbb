import type { Caller, Visitor } from '../../http/route.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { revokeSessions } from '../sessions/session-queries.ts'
import { secondFactorMethodsOf } from './second-factor-queries.ts'

/**
 * Ends the account's other sessions when it is about to get its first second factor: they were opened without one, and would have
 * the rights that come with it. Returns whether there were any. The caller holds the account's lock. `now` is epoch ms.
 */
export async function endPasswordSessions(
  tx: Tx,
  { accountId, sessionId }: Caller,
  { visitor, now }: { visitor: Visitor; now: number },
): Promise<boolean> {
  if ((await secondFactorMethodsOf(tx, accountId)).length > 0) return false
  const ended = await revokeSessions(tx, accountId, { because: 'second_factor_added', now, except: sessionId })
  if (ended === 0) return false
  const details = { sessions: ended }
  await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'session_revoked', outcome: 'ok', details })
  return true
}
