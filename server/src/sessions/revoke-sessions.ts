import { announceChanges } from '../changes/announce-change.ts'
import type { Tx } from '../platform/database/tables.ts'
import type { RevocationReason } from './session-queries.ts'

type Options = {
  because: RevocationReason
  /** Epoch ms. */
  now: number
  /** The session that stays. */
  except?: string
}

/**
 * Ends the sessions of an account for good, and announces each to every process that may have an event stream open for
 * it. Returns how many ended.
 */
export async function revokeSessions(tx: Tx, accountId: number, { because, now, except }: Options): Promise<number> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: new Date(now), revoked_reason: because })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .returning('id')
    .execute()
  await announceChanges(
    tx,
    ended.map(({ id }) => ({ what: 'session', sessionId: id })),
  )
  return ended.length
}
