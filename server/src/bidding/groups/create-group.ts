import { type api, type Data, GROUP, messages, type NewBidGroup } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import { AppError } from '../../platform/errors.ts'
import { findBidsById } from '../bid-queries.ts'
import { requireConfirmedWins, termsOf } from './change-group.ts'
import { joinGroup } from './join-group.ts'
import { loadGroup } from './list-groups.ts'

/**
 * Makes a group, and lets bids join it as `joinGroup` does. Throws `rule_broken` for a budget that is not in whole cents,
 * `confirmation_needed` for extra wins, `conflict` beyond the number of groups that an account may have, and `session_revoked`.
 */
export async function createGroup(
  ctx: Ctx,
  caller: Caller,
  input: NewBidGroup,
): Promise<Data<typeof api.createBidGroup>> {
  const { db, clock } = ctx
  const { accountId } = caller
  const { name, bidIds = [] } = input
  const terms = termsOf(input, { most_wins: 1, extra_wins: 0, budget_cents: null })
  const bids = await findBidsById(db, accountId, bidIds)
  const stakes = bids.map(({ max_bid_cents: costCents }) => ({ costCents, besidesCents: 0, isOut: false }))
  requireConfirmedWins(input.confirmWins, terms, { before: 0, tally: { wins: 0, exposed: 0, spentCents: 0, stakes } })
  const id = await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const { count } = await tx
      .selectFrom('bid_groups')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (count >= GROUP.perAccount) throw new AppError('conflict', messages.bidGroup.tooMany(GROUP.perAccount))
    const row = { account_id: accountId, name, ...terms, created_at: new Date(clock.now()) }
    return (await tx.insertInto('bid_groups').values(row).returning('id').executeTakeFirstOrThrow()).id
  })
  const refused = bidIds.length === 0 ? [] : await joinGroup(ctx, caller, id, bidIds)
  return { group: await loadGroup(ctx, accountId, id), refused }
}
