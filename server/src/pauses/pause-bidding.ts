import { messages, type NotStopped, type PauseState } from '@bidwell/contract'
import { lockAccount } from '../accounts/account-queries.ts'
import { readPause } from './read-pause.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { announceChange } from '../changes/announce-change.ts'
import { endPausedBids } from './end-paused-bids.ts'
import { lastPause, logPause } from './log-pause.ts'
import { awaitRelease, type PauseDeps } from './await-release.ts'

export type Paused = { pause: PauseState; notStopped: NotStopped[] }

/**
 * Pauses all of an account's bidding, and answers once no engine holds a bid that could still be stopped: with those
 * that were locked in before, and those whose engine has not answered in time. Pausing again answers the same.
 */
export async function pauseBidding(deps: PauseDeps, accountId: number): Promise<Paused> {
  const at = await siteNow(deps.db, deps.marketplace.id, deps.clock)
  const pauseId = await setPaused(deps, accountId, true)
  if (pauseId !== null) {
    const detail = { kind: 'paused', by: 'owner', reason: null } as const
    await logPause(deps, { pauseId, accountId, onlyFree: false, detail, at })
  }
  const left = await awaitRelease(deps, accountId)
  return {
    pause: await readPause(deps.db, accountId),
    notStopped: left.map(({ id, auction_id, title, locked_in_at }) => ({
      id,
      auction_id,
      title,
      ...(locked_in_at
        ? { because: 'locked_in', message: messages.bid.pauseTooLate }
        : { because: 'not_confirmed', message: messages.bid.pauseNotConfirmed }),
    })),
  }
}

/** Resumes an account's bidding: what is still to come fires as usual, what is overdue at once. */
export async function resumeBidding(deps: PauseDeps, accountId: number): Promise<Paused> {
  const at = await siteNow(deps.db, deps.marketplace.id, deps.clock)
  await endPausedBids(deps, accountId)
  const pauseId = await setPaused(deps, accountId, false)
  if (pauseId !== null) {
    await logPause(deps, { pauseId, accountId, onlyFree: false, detail: { kind: 'resumed', by: 'owner' }, at })
  }
  return { pause: await readPause(deps.db, accountId), notStopped: [] }
}

/** Answers the number of the line in `pauses`, an earlier one when it is so already; null if there never was one. */
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
    if (!changed) return lastPause(tx, accountId)
    const { id } = await tx
      .insertInto('pauses')
      .values({ account_id: accountId, state: paused ? 'all' : 'off', requested_by: 'owner', reason: null, at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await announceChange(tx, { what: 'pause', accountId })
    return id
  })
}
