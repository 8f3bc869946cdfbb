import { siteNow } from '../marketplace/site-time.ts'
import { announceChange } from '../changes/announce-change.ts'
import type { OperatorPauseTable } from '../platform/database/tables.ts'
import { awaitRelease, type UnstoppedBid, type PauseDeps } from './await-release.ts'
import { endPausedBids } from './end-paused-bids.ts'
import { lastPause, logPause } from './log-pause.ts'

type Stop = {
  state: OperatorPauseTable['state']
  /** Shown to every user. */
  reason: string | null
  /** Who at the machine asked for it. */
  requestedBy: string
}

/**
 * The operator's pause, for everybody: `no_new` lets what engines hold go on, `all` stops everything short of lock-in,
 * `off` resumes. Answers the bids that `all` has not stopped. Saying it again completes what was cut short.
 */
export async function setOperatorPause(deps: PauseDeps, { state, reason, requestedBy }: Stop): Promise<UnstoppedBid[]> {
  const { db, clock, marketplace } = deps
  const now = new Date(clock.now())
  const at = await siteNow(db, marketplace.id, clock)
  if (state === 'off') await endPausedBids(deps)
  const pauseId = await db.transaction().execute(async (tx) => {
    const before = await tx.selectFrom('operator_pause').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (before.state === state && before.reason === reason) return lastPause(tx, null)
    const since = state === 'off' ? null : before.state === 'off' ? now : before.since
    await tx.updateTable('operator_pause').set({ state, reason, since }).execute()
    const { id } = await tx
      .insertInto('pauses')
      .values({ account_id: null, state, requested_by: requestedBy, reason, at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await announceChange(tx, { what: 'pause', accountId: null })
    return id
  })
  if (pauseId === null) return []
  const detail =
    state === 'off'
      ? ({ kind: 'resumed', by: 'operator' } as const)
      : ({ kind: 'paused', by: 'operator', reason } as const)
  await logPause(deps, { pauseId, accountId: null, onlyFree: state === 'no_new', detail, at })
  return state === 'all' ? awaitRelease(deps, null) : []
}
