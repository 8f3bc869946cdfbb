import type { messages } from '@bidwell/contract'
import type { Caller, Visitor } from '../../http/route.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { recordSecurityEvent } from './record-security-event.ts'

export type AdminCall = { caller: Caller } & Visitor

type Action = {
  action: messages.admin.AdminAction
  /** What the action was about, such as `account 12`. No address: this log outlives accounts. */
  subject: string
  reason: string
}

/** Records an action of the administrator. The log of actions consists of these events, which nothing changes or deletes early. */
export const recordAdminAction = (tx: Tx, { caller, ...visitor }: AdminCall, { action, subject, reason }: Action) =>
  recordSecurityEvent(tx, {
    accountId: caller.accountId,
    kind: 'administered',
    outcome: 'ok',
    ipAddress: visitor.ipAddress,
    userAgent: visitor.userAgent,
    requestId: visitor.requestId,
    details: { action, subject, reason },
  })
