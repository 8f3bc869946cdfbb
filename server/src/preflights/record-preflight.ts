import { randomUUID } from 'node:crypto'
import type { PreflightFinding } from '@bidwell/contract'
import { sql } from 'kysely'
import { checkpointsPassed, nextPreflight } from '../bid-log/plan-preflight.ts'
import { recordBidEvents } from '../bid-log/record-bid-events.ts'
import { announceChange } from '../changes/announce-change.ts'
import type { Db } from '../platform/database/tables.ts'
import type { ClaimedPreflight } from './claim-preflights.ts'

/**
 * Writes down what a check has found, and when the next is due; whoever asked for another meanwhile gets it. The log has
 * a line for each of the bid's checkpoints, and for each time that a look in between found something else. `at` is epoch
 * ms on the site's clock.
 */
export async function recordPreflight(db: Db, checked: ClaimedPreflight, found: PreflightFinding[], at: number) {
  const { bidId, claim } = checked
  await db.transaction().execute(async (tx) => {
    const bid = await tx
      .updateTable('bids')
      .set({
        preflight_at: new Date(at),
        // Browsers go by it: an answer that was on its way must not put the older check back.
        updated_at: new Date(at),
        preflight_findings: JSON.stringify(found),
        preflight_due_at: sql<Date | null>`case when preflight_due_at = ${claim} then ${nextDue(checked, found, at)}::timestamptz
                                           else preflight_due_at end`,
      })
      .where('id', '=', bidId)
      .where('status', '=', 'pending')
      .returning('account_id')
      .executeTakeFirst()
    if (!bid) return

    if (isNews(checked, found, at)) {
      const event = { key: randomUUID(), bidId, at, uncertaintyMs: null, engineId: null, fence: null }
      await recordBidEvents(tx, [{ ...event, detail: { kind: 'preflight', findings: found } }])
    }
    await announceChange(tx, { what: 'bid', accountId: bid.account_id, bidId })
  })
}

const nextDue = ({ fireAt }: ClaimedPreflight, found: PreflightFinding[], at: number) =>
  nextPreflight(
    fireAt.getTime(),
    at,
    found.map(({ code }) => code),
  )

function isNews(
  { fireAt, checkedAt, found: before }: ClaimedPreflight,
  found: PreflightFinding[],
  at: number,
): boolean {
  if (!checkedAt || !before) return true
  const passed = (instant: number) => checkpointsPassed(fireAt.getTime(), instant)
  return passed(at) > passed(checkedAt.getTime()) || verdict(before) !== verdict(found)
}

const verdict = (findings: PreflightFinding[]) => findings.map(({ code, severity }) => `${code} ${severity}`).join()
