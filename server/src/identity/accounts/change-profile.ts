import {
  amountFault,
  type api,
  type Body,
  centsFromDollars,
  COSTS,
  isZip,
  leadFault,
  messages,
  type Period,
  PERIODS,
  taxMillionthsOf,
} from '@bidwell/contract'
import { followAccount } from '../../bids/delivered-price/follow-costs.ts'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller, Visitor } from '../../http/route.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import type { AccountRow } from '../../platform/database/tables.ts'
import { fieldError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { requireProof } from '../second-factors/prove-identity.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { accountById } from './account-queries.ts'

/** What the maximum of a bid with a delivered price is reckoned with. */
const COSTS_OF_BIDS = ['shipping_zip', 'tax_millionths', 'tax_on', 'quote_margin_percent'] as const

export type ProfileChange = Body<typeof api.changeProfile>

/**
 * Changes the given fields of the profile. Throws 422 for a lead that no bid may have, for a limit that is not an amount,
 * for a ZIP code without five digits, and for a tax rate or a margin out of range. Raising or removing a limit lets more be spent: without a recent proof of identity it throws
 * `proof_needed`. Bids that are already scheduled stay, even above a new limit;
 * those with a delivered price are lowered where they would cost more than it.
 */
export async function changeProfile(
  { db, clock, marketplace }: Ctx,
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
    ...(input.tax_percent !== undefined && { tax_millionths: readTax(input.tax_percent) }),
    ...(input.tax_on !== undefined && { tax_on: input.tax_on }),
    ...(input.quote_margin_percent !== undefined && { quote_margin_percent: readMargin(input.quote_margin_percent) }),
  }
  const { accountId } = caller
  if (Object.keys(change).length === 0) return accountById(db, accountId)
  const at = await siteNow(db, marketplace.id, clock)
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
    const account = await tx
      .updateTable('accounts')
      .set({ ...change, updated_at: new Date(clock.now()) })
      .where('id', '=', accountId)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (COSTS_OF_BIDS.some((column) => account[column] !== before[column])) await followAccount(tx, account, before, at)
    return account
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

function readTax(percent: number): number {
  const millionths = taxMillionthsOf(percent)
  if (millionths === null) throw fieldError('tax_percent', messages.delivered.taxInvalid)
  return millionths
}

function readMargin(percent: number): number {
  const isAllowed = Number.isInteger(percent) && percent >= 0 && percent <= COSTS.maxMarginPercent
  if (!isAllowed) throw fieldError('quote_margin_percent', messages.delivered.marginInvalid)
  return percent
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
