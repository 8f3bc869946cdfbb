import { type BidGroupChange, centsFromDollars, formatCents, messages, type Uses } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterBidChange } from '../../bids/log/after-bid-change.ts'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { fieldError } from '../../platform/errors.ts'
import { requireChangeWithinLimits } from '../exposure.ts'
import { findMembers, type GroupRow, lockGroup } from './group-queries.ts'
import { mostCostOf, type Tally, tallyOf } from './present-group.ts'

type Terms = Pick<GroupRow, 'most_wins' | 'extra_wins' | 'budget_cents'>

/**
 * Changes the name, the terms and the order of a group. A higher term holds at once, and is held to the account's limits; a lower
 * one holds for new grants, and cancels nothing. Throws `not_found`, `rule_broken`, `confirmation_needed` for more extra wins,
 * `day_limit_reached` and its likes, and `session_revoked`.
 */
export async function changeGroup(ctx: Ctx, caller: Caller, id: number, input: BidGroupChange): Promise<void> {
  const { db, clock, marketplace } = ctx
  const { accountId } = caller
  const now = await siteNow(db, marketplace.id, clock)
  await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const group = await lockGroup(tx, accountId, id)
    const terms = termsOf(input, group)
    const members = await findMembers(tx, [id])
    const tally = tallyOf(members)
    requireConfirmedWins(input.confirmWins, terms, { before: group.extra_wins, tally })
    await requireChangeWithinLimits(tx, accountId, now, (uses) => onTerms(uses, id, terms, tally))
    await tx
      .updateTable('bid_groups')
      .set({ ...terms, name: input.name ?? group.name })
      .where('id', '=', id)
      .execute()
    if (input.first) await setOrder(tx, id, input.first)
    await afterBidChange(
      tx,
      members.map((bid) => ({ bidId: bid.id, accountId })),
      [],
    )
  })
}

type Input = Pick<BidGroupChange, 'mostWins' | 'extraWins' | 'budget'>

/** Throws `rule_broken` for a budget that is not in whole cents. */
export function termsOf({ mostWins, extraWins, budget }: Input, before: Terms): Terms {
  const budgetCents = typeof budget === 'number' ? centsFromDollars(budget) : null
  if (typeof budget === 'number' && budgetCents === null) throw fieldError('budget', messages.bidRefusal.amountNotCents)
  return {
    most_wins: mostWins ?? before.most_wins,
    extra_wins: extraWins ?? before.extra_wins,
    budget_cents: budget === undefined ? before.budget_cents : budgetCents,
  }
}

/** Throws `confirmation_needed` when there are more extra wins than before, and the number of all wins is not repeated. */
export function requireConfirmedWins(
  confirmed: number | undefined,
  terms: Terms,
  { before, tally }: { before: number; tally: Tally },
): void {
  const wins = terms.most_wins + terms.extra_wins
  if (terms.extra_wins <= before || confirmed === wins) return
  const message = messages.bidGroup.confirmWins(wins, formatCents(mostCostOf(terms, tally)))
  throw fieldError('confirmWins', message, 'confirmation_needed')
}

const onTerms = ({ days, groups }: Uses, id: number, terms: Terms, { wins, spentCents }: Tally): Uses => ({
  days,
  groups: groups.map((group) =>
    group.id === id
      ? {
          ...group,
          wins_left: Math.max(0, terms.most_wins + terms.extra_wins - wins),
          budget_left: terms.budget_cents === null ? null : Math.max(0, terms.budget_cents - spentCents) / 100,
        }
      : group,
  ),
})

/** Locks the bids in the order of their numbers, as every transaction that locks several. */
async function setOrder(tx: Tx, groupId: number, first: readonly number[]): Promise<void> {
  await sql`
    update bids set group_rank = member.rank
      from (select b.id, array_position(${first}::bigint[], b.id) as rank
              from bids b where b.group_id = ${groupId} order by b.id for no key update) member
     where bids.id = member.id and bids.group_rank is distinct from member.rank`.execute(tx)
}
