import { siteNow } from '../../marketplace/site-time.ts'
import { announceChange } from '../../platform/changes/announce-change.ts'
import type { Tables } from '../../platform/database/generated-tables.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { neverAborted } from '../../platform/with-timeout.ts'
import type { PauseParts } from './await-release.ts'
import { endPausedBids } from './end-paused-bids.ts'
import { logOperatorPauses } from './log-operator-pauses.ts'

type OperatorPause = {
  state: Tables['pauses']['state']
  /** Shown to every user. */
  reason: string | null
  /** The user of the operating system who runs the command, or the account of the administrator. */
  requestedBy: string
  /** Written in the transaction that sets the pause. */
  record?: (tx: Tx) => Promise<void>
}

/**
 * Pauses or resumes bidding for all accounts. `no_new` stops bids that no engine holds, `all` stops every bid that is
 * not locked in, and `off` resumes. A pause is in force when the call resolves; the jobs then log it with each bid, so
 * that a stop takes no longer the more bids there are. Before bidding resumes, that log is completed: afterwards bids
 * are sent, and nobody could tell which ones the pause had stopped.
 */
export async function setOperatorPause(ctx: PauseParts, pause: OperatorPause): Promise<void> {
  if (pause.state === 'off') {
    await endPausedBids(ctx)
    await logOperatorPauses(ctx, neverAborted)
  }
  const at = await siteNow(ctx.db, ctx.marketplace.id, ctx.clock)
  await writePause(ctx, pause, at)
}

/** `at` is epoch ms on the site's clock. Writes nothing if the pause is in force already. */
async function writePause({ db, clock }: PauseParts, pause: OperatorPause, at: number) {
  const { state, reason, requestedBy, record } = pause
  const now = new Date(clock.now())
  await db.transaction().execute(async (tx) => {
    const before = await tx.selectFrom('operator_pause').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (before.state === state && before.reason === reason) return
    const since = state === 'off' ? null : before.state === 'off' ? now : before.since
    await tx.updateTable('operator_pause').set({ state, reason, since }).execute()
    const { id } = await tx
      .insertInto('pauses')
      .values({ account_id: null, state, requested_by: requestedBy, reason, at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('unlogged_pauses')
      .values({ pause_id: id, at: new Date(at) })
      .execute()
    await record?.(tx)
    await announceChange(tx, { what: 'pause', accountId: null })
  })
}
