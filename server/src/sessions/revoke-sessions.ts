import { announceChanges } from '../changes/announce-change.ts'
import type { Tx } from '../platform/database/tables.ts'
import { recordSecurityEvent } from '../security-log/record-security-event.ts'
import type { RevocationReason } from './session-queries.ts'

type Options = {
  because: RevocationReason
  /** Epoch ms. */
  now: number
  /** The session that stays. */
  except?: string
}

/** Whoever signed in before any of these may have made tokens for programs. */
const ENDS_TOKENS: ReadonlySet<RevocationReason> = new Set([
  'password_changed',
  'email_changed',
  'account_linked',
  'account_deleted',
])

/**
 * Ends the sessions of an account for good, and announces each to every process that may have an event stream open for
 * it. Returns how many ended. Tokens for programs end too, unless the account was only signed out or
 * suspended, or has got a second factor.
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
  const tokens = ENDS_TOKENS.has(because) ? await endTokens(tx, accountId) : []
  await announceChanges(
    tx,
    [...ended, ...tokens].map(({ id }) => ({ what: 'session', sessionId: id })),
  )
  return ended.length
}

async function endTokens(tx: Tx, accountId: number) {
  const ended = await tx.deleteFrom('api_tokens').where('account_id', '=', accountId).returning('id').execute()
  if (ended.length > 0) {
    await recordSecurityEvent(tx, {
      accountId,
      kind: 'api_tokens_ended',
      outcome: 'ok',
      ipAddress: null,
      userAgent: null,
      requestId: null,
      details: { tokens: ended.length },
    })
  }
  return ended
}
