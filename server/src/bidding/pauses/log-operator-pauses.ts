import { notify } from '../../notifying/notifications/notify.ts'
import type { Tx } from '../../platform/database/tables.ts'
import type { PauseParts } from './await-release.ts'
import { logBatch, type PauseEvent } from './log-pause.ts'

const RETRY_INTERVAL_MS = 20

/**
 * Completes the log of the operator's pauses, oldest first: the event with every bid that the pause applies to. Each
 * batch is a transaction of its own, so that a process that dies leaves the rest to the next one. Rejects with the
 * signal's reason when aborted.
 */
export async function logOperatorPauses({ db, clock }: PauseParts, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const progress = await db.transaction().execute(logNextBatch)
    if (progress === 'complete') return
    if (progress === 'blocked') await clock.sleepUntil(clock.monotonic() + RETRY_INTERVAL_MS, signal)
  }
}

/** Processes take turns: the row of the pause is locked until the batch is committed. */
async function logNextBatch(tx: Tx): Promise<'complete' | 'continue' | 'blocked'> {
  const unlogged = await tx
    .selectFrom('unlogged_pauses')
    .selectAll()
    .orderBy('pause_id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!unlogged) return 'complete'
  const ofThisPause = unlogged.pause_id
  const event = await eventOf(tx, unlogged)
  const { upTo, isLast, hasLockedRows } = await logBatch(tx, event, unlogged.logged_up_to)
  if (isLast) {
    await notifyOwners(tx, event)
    await tx.deleteFrom('unlogged_pauses').where('pause_id', '=', ofThisPause).execute()
  } else
    await tx.updateTable('unlogged_pauses').set({ logged_up_to: upTo }).where('pause_id', '=', ofThisPause).execute()
  return hasLockedRows ? 'blocked' : 'continue'
}

async function eventOf(tx: Tx, { pause_id, at }: { pause_id: number; at: Date }): Promise<PauseEvent> {
  const { state, reason } = await tx
    .selectFrom('pauses')
    .select(['state', 'reason'])
    .where('id', '=', pause_id)
    .executeTakeFirstOrThrow()
  const detail: PauseEvent['detail'] =
    state === 'off' ? { kind: 'resumed', by: 'operator' } : { kind: 'paused', by: 'operator', reason }
  return { pauseId: pause_id, accountId: null, onlyUnclaimed: state === 'no_new', detail, at: at.getTime() }
}

/** Tells every account with a pending bid that the operator has paused or resumed bidding. */
async function notifyOwners(tx: Tx, { pauseId, detail }: PauseEvent) {
  const owners = await tx.selectFrom('bids').select('account_id').distinct().where('status', '=', 'pending').execute()
  const content =
    detail.kind === 'paused'
      ? ({ kind: 'bidding_paused', values: { reason: detail.reason } } as const)
      : ({ kind: 'bidding_resumed', values: {} } as const)
  await notify(
    tx,
    owners.map(({ account_id: accountId }) => ({ ...content, accountId, key: `pause ${pauseId}` })),
  )
}
