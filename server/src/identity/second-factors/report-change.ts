import type { SecurityEventKind } from '@bidwell/contract'
import type { Visitor } from '../../http/route.ts'
import { tellOwner } from '../../notifying/notifications/tell-owner.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { accountById } from '../accounts/account-queries.ts'

const EVENTS = {
  'codes-on': 'second_factor_added',
  'codes-off': 'second_factor_removed',
  'passkey-added': 'passkey_added',
  'passkey-removed': 'passkey_removed',
  'recovery-codes-renewed': 'recovery_codes_renewed',
} as const satisfies Record<string, SecurityEventKind>

export type SecondFactorChange = keyof typeof EVENTS

/**
 * Writes a change of second factors into the security log, and tells the owner. `at` is epoch ms; `othersEnded`: the
 * change ended the other sessions of the account.
 */
export async function reportChange(
  tx: Tx,
  accountId: number,
  change: SecondFactorChange,
  { visitor, at, othersEnded = false }: { visitor: Visitor; at: number; othersEnded?: boolean },
) {
  await recordSecurityEvent(tx, { ...visitor, accountId, kind: EVENTS[change], outcome: 'ok' })
  const { ipAddress } = visitor
  const { email: to } = await accountById(tx, accountId)
  const values = { change, othersEnded, ipAddress }
  await tellOwner(tx, { kind: 'second_factor_changed', to, accountId, values, isRead: true }, at)
}
