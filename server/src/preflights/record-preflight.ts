import { messages, type PreflightFinding } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterBidChange } from '../bid-log/after-bid-change.ts'
import { newBidEvent } from '../bid-log/bid-event.ts'
import { notify } from '../notifications/notify.ts'
import type { Db } from '../platform/database/tables.ts'
import type { ClaimedPreflight } from './claim-preflights.ts'
import { checkpointsPassed, nextPreflight } from './preflight-due.ts'

/**
 * Stores the findings of a preflight and when the next one is due. A preflight that was requested meanwhile stays due.
 * `at` is epoch ms on the site's clock.
 */
export async function recordPreflight(
  db: Db,
  claimed: ClaimedPreflight,
  findings: PreflightFinding[],
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
    await notify(
      tx,
      risksIn(findings).map(({ code }) => ({
        kind: 'bid_at_risk',
        values: { code },
        accountId,
        bidId,
        trackedAuctionId,
        key: `risk ${bidId} ${code}`,
      })),
    )
    const isLogged = isWorthLogging(claimed, findings, at)
    const events = isLogged ? [newBidEvent(bidId, at, { kind: 'preflight', findings })] : []
    await afterBidChange(tx, [{ bidId, accountId }], events)
  })
}

const risksIn = (findings: readonly PreflightFinding[]) =>
  findings.filter(({ code, severity }) => severity === 'red' && messages.preflight.isRisk(code))

/** The log has one event for each checkpoint, and one for each change of the findings in between. */
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
