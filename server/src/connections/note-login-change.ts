import { accountById } from '../accounts/account-queries.ts'
import type { Visitor } from '../http/route.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tx } from '../platform/database/tables.ts'
import { recordSecurityEvent } from '../security-log/record-security-event.ts'

export type LoginChange = 'connected' | 'replaced' | 'removed'

type Happened = {
  accountId: number
  change: LoginChange
  /** The site's name. */
  site: string
  /** Epoch ms. */
  now: number
  /** Null where no request caused it. */
  visitor: Visitor | null
}

/** Records a change of an account's site login in the security log, and tells the owner by mail. */
export async function noteLoginChange(tx: Tx, { accountId, change, site, now, visitor }: Happened) {
  const { email } = await accountById(tx, accountId)
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
  await queueMail(tx, { kind: 'site-login-changed', to: email, accountId, change, site, at: now, ipAddress }, { now })
}
