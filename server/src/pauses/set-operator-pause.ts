import { announceChange } from '../changes/announce-change.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { OperatorPauseTable } from '../platform/database/tables.ts'
import { awaitRelease, type PauseDeps, type UnstoppedBid } from './await-release.ts'
import { endPausedBids } from './end-paused-bids.ts'
import { findLastPauseId, logPause } from './log-pause.ts'

type OperatorPause = {
  state: OperatorPauseTable['state']
  /** Shown to every user. */
  reason: string | null
  /** The user of the operating system who runs the command. */
  requestedBy: string
}

/**
 * Pauses or resumes bidding for all accounts. `no_new` stops bids that no engine holds, `all` stops every bid that is
 * not locked in, and `off` resumes. Returns the bids that `all` has not stopped. Repeating the call completes a call
 * that was interrupted.
 */
export async function setOperatorPause(deps: PauseDeps, pause: OperatorPause): Promise<UnstoppedBid[]> {
  const { state, reason } = pause
  const at = await siteNow(deps.db, deps.marketplace.id, deps.clock)
  if (state === 'off') await endPausedBids(deps)
  const pauseId = await writePause(deps, pause)
  if (pauseId === null) return []
  const detail =
    state === 'off'
      ? ({ kind: 'resumed', by: 'operator' } as const)
      : ({ kind: 'paused', by: 'operator', reason } as const)
  await logPause(deps, { pauseId, accountId: null, onlyUnclaimed: state === 'no_new', detail, at })
  return state === 'all' ? awaitRelease(deps, null) : []
}

/** Returns the id of the new row in `pauses`; of the latest row if nothing changes; null if there is none. */
async function writePause({ db, clock }: PauseDeps, { state, reason, requestedBy }: OperatorPause) {
  const now = new Date(clock.now())
  return db.transaction().execute(async (tx) => {
    const before = await tx.selectFrom('operator_pause').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (before.state === state && before.reason === reason) return findLastPauseId(tx, null)
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
}
