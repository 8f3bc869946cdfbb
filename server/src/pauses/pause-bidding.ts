import { messages, type NotStopped, type PauseState } from '@bidwell/contract'
import { lockAccount } from '../accounts/account-queries.ts'
import { announceChange } from '../changes/announce-change.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { awaitRelease, type PauseDeps, type UnstoppedBid } from './await-release.ts'
import { endPausedBids } from './end-paused-bids.ts'
import { findLastPauseId, logPause } from './log-pause.ts'
import { readPause } from './pause-queries.ts'

export type PauseResult = { pause: PauseState; notStopped: NotStopped[] }

/**
 * Pauses all bidding of an account. Answers once engines have released every bid that can still be stopped, with the
 * bids that are not stopped. Pausing again answers the same.
 */
export async function pauseBidding(deps: PauseDeps, accountId: number): Promise<PauseResult> {
  const at = await siteNow(deps.db, deps.marketplace.id, deps.clock)
  const pauseId = await setPaused(deps, accountId, true)
  if (pauseId !== null) {
    const detail = { kind: 'paused', by: 'owner', reason: null } as const
    await logPause(deps, { pauseId, accountId, onlyUnclaimed: false, detail, at })
  }
  const unstopped = await awaitRelease(deps, accountId)
  return { pause: await readPause(deps.db, accountId), notStopped: unstopped.map(presentUnstopped) }
}

const presentUnstopped = ({ id, auction_id, title, locked_in_at }: UnstoppedBid): NotStopped => ({
  id,
  auction_id,
  title,
  ...(locked_in_at
    ? { because: 'locked_in', message: messages.bid.lockedInBeforePause }
    : { because: 'not_confirmed', message: messages.bid.pauseNotConfirmed }),
})

/** Resumes an account's bidding. A bid whose time to fire has passed fires at once, if its auction is still open. */
export async function resumeBidding(deps: PauseDeps, accountId: number): Promise<PauseResult> {
  const at = await siteNow(deps.db, deps.marketplace.id, deps.clock)
  await endPausedBids(deps, accountId)
  const pauseId = await setPaused(deps, accountId, false)
  if (pauseId !== null) {
    await logPause(deps, { pauseId, accountId, onlyUnclaimed: false, detail: { kind: 'resumed', by: 'owner' }, at })
  }
  return { pause: await readPause(deps.db, accountId), notStopped: [] }
}

/** Returns the id of the new row in `pauses`; of the latest row if nothing changes; null if there is none. */
async function setPaused({ db, clock }: PauseDeps, accountId: number, paused: boolean): Promise<number | null> {
  const at = new Date(clock.now())
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const changed = await tx
      .updateTable('accounts')
      .set({ bidding_paused_at: paused ? at : null, updated_at: at })
      .where('id', '=', accountId)
      .where('bidding_paused_at', paused ? 'is' : 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return findLastPauseId(tx, accountId)
    const { id } = await tx
      .insertInto('pauses')
      .values({ account_id: accountId, state: paused ? 'all' : 'off', requested_by: 'owner', reason: null, at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await announceChange(tx, { what: 'pause', accountId })
    return id
  })
}
