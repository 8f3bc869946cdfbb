import type { Visitor } from '../http/route.ts'
import { accountById } from '../identity/accounts/account-queries.ts'
import { tellOwner } from '../notifying/notifications/tell-owner.ts'
import type { Tx } from '../platform/database/tables.ts'
import { recordSecurityEvent } from '../trails/security-log/record-security-event.ts'

export type LoginChange = 'connected' | 'replaced' | 'removed'

type Happened = {
  accountId: number
  change: LoginChange
  /** Epoch ms. */
  now: number
  /** Null where no request caused it. */
  visitor: Visitor | null
}

/** Records a change of an account's site login in the security log, and tells the owner. */
export async function noteLoginChange(tx: Tx, { accountId, change, now, visitor }: Happened) {
  const { email: to } = await accountById(tx, accountId)
  const { ipAddress = null, userAgent = null, requestId = null } = visitor ?? {}
  await recordSecurityEvent(tx, {
    accountId,
    kind: change === 'removed' ? 'site_login_removed' : 'site_login_stored',
    outcome: 'ok',
    ipAddress,
    userAgent,
    requestId,
    details: { change },
  })
  await tellOwner(tx, { kind: 'site_login_changed', to, accountId, values: { change, ipAddress }, isRead: true }, now)
}
