import { isDeepStrictEqual } from 'node:util'
import { formatWait, messages } from '@bidwell/contract'
import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import type { ConnectionRow, Db } from '../platform/database/tables.ts'
import { enqueue } from '../platform/enqueue.ts'
import { AppError } from '../platform/errors.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { connectionOf } from './connection-queries.ts'
import { checkRefusalLimit } from './vault/vault-uses.ts'

/** Between two renewals of a connection, because each is a login at the site. */
const MIN_INTERVAL_S = 30

const PACE = { everyMs: 100, forMs: 10_000 }

/**
 * Asks the jobs process to log in at the site again, and waits for the outcome: this process cannot open the vault.
 * Throws `credentials_refused` with the site's message, `site_unavailable` when the login fails or takes too long, and
 * `rate_limited` after several refusals or a moment after the previous renewal.
 */
export async function requestRenewal(ctx: Ctx, accountId: number, signal: AbortSignal): Promise<void> {
  const { db, clock, marketplace } = ctx
  const connection = await connectionOf(db, accountId, marketplace.id)
  if (!connection) throw new AppError('not_found', messages.connection.notStored(marketplace.siteName))
  const otherHost = messages.connection.otherHost(marketplace.siteName)
  if (connection.state_detail === otherHost) throw new AppError('credentials_refused', otherHost)
  await checkRefusalLimit(ctx, accountId, marketplace.siteName)

  await spaceRenewals(ctx, connection)

  const connectionId = connection.id
  await enqueue(db, 'renew-site-token', { connectionId }, { jobKey: `renew-site-token:${connectionId}` })
  const renewed = await pollUntil(clock, () => loggedInSince(db, connection), { ...PACE, signal })

  if (renewed?.state === 'connected') return
  if (renewed?.state === 'refused') {
    const siteMessage = renewed.state_detail ?? messages.connection.refused(marketplace.siteName)
    throw new AppError('credentials_refused', siteMessage)
  }
  const message = renewed?.state_detail ?? messages.auction.siteUnavailable(marketplace.siteName)
  throw new AppError('site_unavailable', message, { retryAfterMs: 30_000 })
}

/** Only the database's clock is used, because the wall clocks of two processes may differ. */
async function spaceRenewals({ db, marketplace: { siteName } }: Ctx, { id }: ConnectionRow) {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ renewal_requested_at: sql`now()` })
    .where('id', '=', id)
    .where(sql<SqlBool>`coalesce(renewal_requested_at <= now() - make_interval(secs => ${MIN_INTERVAL_S}), true)`)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  const retryAfterMs = MIN_INTERVAL_S * 1_000
  throw new AppError('rate_limited', messages.connection.renewedAMomentAgo(siteName, formatWait(retryAfterMs)), {
    retryAfterMs,
  })
}

/** The connection with the outcome of a login after `before`. A session that only ended meanwhile is no outcome. */
async function loggedInSince(db: Db, before: ConnectionRow) {
  const now = await connectionOf(db, before.account_id, before.marketplace)
  if (!now || now.updated_at.getTime() === before.updated_at.getTime()) return null
  const hasOldSession = now.sealed_token === null || isDeepStrictEqual(now.sealed_token, before.sealed_token)
  return now.state === 'connected' && hasOldSession ? null : now
}
