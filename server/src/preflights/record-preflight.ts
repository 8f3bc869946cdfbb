import { messages, type PreflightCode, type PreflightFinding } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterBidChange } from '../bids/log/after-bid-change.ts'
import { newBidEvent } from '../bids/log/bid-event.ts'
import { checkpointsPassed, nextPreflight } from '../bids/preflight-due.ts'
import { notify } from '../notifying/notifications/notify.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import type { ClaimedPreflight } from './claim-preflights.ts'

/**
 * Stores the findings of a preflight and when the next one is due. A preflight that was requested meanwhile stays due.
 * `at` is epoch ms on the site's clock.
 */
export async function recordPreflight(
  db: Db,
  claimed: ClaimedPreflight,
  { findings, isAccountRead }: { findings: PreflightFinding[]; isAccountRead: boolean },
  at: number,
): Promise<void> {
  const { bidId, claim, fireAt } = claimed
  const codes = findings.map(({ code }) => code)
  const nextDueAt = nextPreflight(fireAt.getTime(), at, codes)
  await db.transaction().execute(async (tx) => {
    const bid = await tx
      .updateTable('bids')
      .set({
        preflight_at: new Date(at),
        // Browsers compare `updated_at` and ignore an older version of the bid that arrives later.
        updated_at: new Date(at),
        preflight_findings: JSON.stringify(findings),
        preflight_due_at: sql<Date | null>`
          case when preflight_due_at = ${claim} then ${nextDueAt}::timestamptz else preflight_due_at end`,
      })
      .where('id', '=', bidId)
      .where('status', '=', 'pending')
      .returning(['account_id', 'tracked_auction_id'])
      .executeTakeFirst()
    if (!bid) return

    const { account_id: accountId, tracked_auction_id: trackedAuctionId } = bid
    for (const { code } of risksIn(findings)) {
      const key = `risk ${bidId} ${code} ${await lastWithout(tx, bidId, code)}`
      await notify(tx, [{ kind: 'bid_at_risk', values: { code }, accountId, bidId, trackedAuctionId, key }])
    }
    const isLogged = isWorthLogging(claimed, findings, at) || (isAccountRead && (await wasAccountUnread(tx, bidId)))
    const unread = isAccountRead ? {} : { accountUnread: true as const }
    const events = isLogged ? [newBidEvent(bidId, at, { kind: 'preflight', findings, ...unread })] : []
    await afterBidChange(tx, [{ bidId, accountId }], events)
  })
}

const risksIn = (findings: readonly PreflightFinding[]) =>
  findings.filter(({ code, severity }) => severity === 'red' && messages.preflight.isRisk(code))

const found = (finding: Partial<PreflightFinding>) => sql`detail -> 'findings' @> ${JSON.stringify([finding])}::jsonb`

const isAccountUnread = sql<boolean>`(detail -> 'accountUnread' is not null)`

/** When a preflight that could see such a risk last found none; 0 if none has. A risk that comes back is told again. Epoch ms. */
async function lastWithout(tx: Tx, bidId: number, code: PreflightCode): Promise<number> {
  const isUnseen = code === 'item_missing' ? sql`false` : isAccountUnread
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from bid_events
     where bid_id = ${bidId} and kind = 'preflight'
       and not ${found({ code, severity: 'red' })} and not ${found({ code: 'site_unreachable' })}
       and not ${isUnseen}`.execute(tx)
  return rows[0]?.at?.getTime() ?? 0
}

/** Whether the account was not read for the preflight that was logged last. */
async function wasAccountUnread(tx: Tx, bidId: number): Promise<boolean> {
  const { rows } = await sql<{ isUnread: boolean }>`
    select ${isAccountUnread} as "isUnread" from bid_events
     where bid_id = ${bidId} and kind = 'preflight' order by at desc, id desc limit 1`.execute(tx)
  return rows[0]?.isUnread ?? false
}

/** The log has one event for each checkpoint, and one for each change of the findings in between; besides, one when the account is read again. */
function isWorthLogging(
  { fireAt, checkedAt, findings: before }: ClaimedPreflight,
  findings: PreflightFinding[],
  at: number,
): boolean {
  if (!checkedAt || !before) return true
  const passedAt = (instant: number) => checkpointsPassed(fireAt.getTime(), instant)
  return passedAt(at) > passedAt(checkedAt.getTime()) || digest(before) !== digest(findings)
}

const digest = (findings: PreflightFinding[]) => findings.map(({ code, severity }) => `${code} ${severity}`).join()
