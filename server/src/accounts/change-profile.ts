import {
  amountFault,
  type api,
  type Body,
  centsFromDollars,
  isZip,
  leadFault,
  messages,
  type Period,
  PERIODS,
} from '@bidwell/contract'
import type { Caller, Visitor } from '../http/route.ts'
import type { Clock } from '../platform/clock.ts'
import type { AccountRow, Db } from '../platform/database/tables.ts'
import { fieldError } from '../platform/errors.ts'
import { requireProof } from '../second-factors/prove-identity.ts'
import { recordSecurityEvent } from '../security-log/record-security-event.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { accountById } from './account-queries.ts'

export type ProfileChange = Body<typeof api.changeProfile>

/**
 * Changes the given fields of the profile. Throws 422 for a lead that no bid may have, for a limit that is not an amount,
 * and for a ZIP code without five digits. Raising or removing a limit lets more be spent: without a recent proof of identity it throws
 * `proof_needed`. Bids that are already scheduled stay, even above a new limit.
 */
export async function changeProfile(
  { db, clock }: { db: Db; clock: Clock },
  caller: Caller,
  input: ProfileChange,
  visitor: Visitor,
): Promise<AccountRow> {
  const change = {
    ...(input.default_seconds_before_end !== undefined && {
      default_seconds_before_end: readLead(input.default_seconds_before_end),
    }),
    ...readLimits(input),
    ...(input.shipping_zip !== undefined && { shipping_zip: readZip(input.shipping_zip) }),
  }
  const { accountId } = caller
  if (Object.keys(change).length === 0) return accountById(db, accountId)
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const before = await accountById(tx, accountId)
    for (const period of PERIODS) {
      const [from, to] = [before[`${period}_limit_cents`], change[`${period}_limit_cents`]]
      if (to === undefined || to === from) continue
      if (isHigher(to, from)) requireProof(caller, clock.now())
      const details = { from_cents: from, to_cents: to }
      await recordSecurityEvent(tx, { ...visitor, accountId, kind: `${period}_limit_changed`, outcome: 'ok', details })
    }
    return tx
      .updateTable('accounts')
      .set({ ...change, updated_at: new Date(clock.now()) })
      .where('id', '=', accountId)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** Whether a limit lets more be spent than another. Null is no limit. */
const isHigher = (limitCents: number | null, thanCents: number | null): boolean =>
  thanCents !== null && (limitCents === null || limitCents > thanCents)

function readLead(lead: number): number {
  const fault = leadFault(lead)
  if (fault !== null) throw fieldError('default_seconds_before_end', fault)
  return lead
}

function readZip(zip: string | null): string | null {
  const digits = zip?.trim() ?? null
  if (digits !== null && !isZip(digits)) throw fieldError('shipping_zip', messages.itemCost.zipInvalid)
  return digits
}

/** The limits among the given fields, in cents. */
function readLimits(input: ProfileChange): { [P in Period as `${P}_limit_cents`]?: number | null } {
  return Object.fromEntries(
    PERIODS.flatMap((period) => {
      const dollars = input[`${period}_limit`]
      if (dollars === undefined) return []
      if (dollars !== null && amountFault(dollars) !== null)
        throw fieldError(`${period}_limit`, messages.account.limitInvalid)
      return [[`${period}_limit_cents`, dollars === null ? null : centsFromDollars(dollars)]]
    }),
  )
}
