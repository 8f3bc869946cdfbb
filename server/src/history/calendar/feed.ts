import { randomBytes } from 'node:crypto'
import type { api, CalendarFeed, Data } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller, Visitor } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'

const TOKEN_BYTES = 32
const HOUR_MS = 3_600_000

/** What is known of the account's address; null without one. */
export async function readCalendar({ db }: Ctx, accountId: number): Promise<CalendarFeed | null> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select(['created_at', 'last_read_at', 'shows_maxima'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!feed) return null
  return {
    created_at: feed.created_at.toISOString(),
    last_read_at: feed.last_read_at?.toISOString() ?? null,
    shows_maxima: feed.shows_maxima,
  }
}

/** Makes an address in place of the one before, if any. Throws `session_revoked` when the caller's session ends meanwhile. */
export async function startCalendar(
  ctx: Ctx,
  caller: Caller,
  visitor: Visitor,
  showsMaxima: boolean,
): Promise<Data<typeof api.startCalendar>> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const created_at = new Date(ctx.clock.now())
  const feed = { token_hash: hashSecret(token), shows_maxima: showsMaxima, created_at, last_read_at: null }
  await ctx.db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await tx
      .insertInto('calendar_feeds')
      .values({ account_id: caller.accountId, ...feed })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(feed))
      .execute()
    await record(tx, caller, visitor, 'calendar_started')
  })
  return {
    address: `${ctx.publicUrl}/api/calendar/${token}.ics`,
    feed: { created_at: created_at.toISOString(), last_read_at: null, shows_maxima: showsMaxima },
  }
}

/** Ends the address; without one, nothing happens. Throws `session_revoked` when the caller's session ends meanwhile. */
export async function endCalendar({ db }: Ctx, caller: Caller, visitor: Visitor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const { numDeletedRows } = await tx
      .deleteFrom('calendar_feeds')
      .where('account_id', '=', caller.accountId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) await record(tx, caller, visitor, 'calendar_ended')
  })
}

/** The account whose address has this token, and what it shows; null for an unknown token and a suspended account. */
export async function openFeed({ db, clock }: Ctx, token: string) {
  const token_hash = hashSecret(token)
  const feed = await db
    .selectFrom('calendar_feeds as f')
    .innerJoin('accounts as a', 'a.id', 'f.account_id')
    .select(['f.account_id', 'f.shows_maxima', 'f.last_read_at', 'a.zone'])
    .where('f.token_hash', '=', token_hash)
    .where('a.suspended_at', 'is', null)
    .executeTakeFirst()
  if (!feed) return null
  const now = clock.now()
  if (now - (feed.last_read_at?.getTime() ?? 0) >= HOUR_MS) {
    const last_read_at = new Date(now)
    await db.updateTable('calendar_feeds').set({ last_read_at }).where('token_hash', '=', token_hash).execute()
  }
  return { accountId: feed.account_id, showsMaxima: feed.shows_maxima, zone: feed.zone }
}

const record = (tx: Tx, { accountId }: Caller, visitor: Visitor, kind: 'calendar_started' | 'calendar_ended') => {
  const { ipAddress, userAgent, requestId } = visitor
  return recordSecurityEvent(tx, { accountId, kind, outcome: 'ok', ipAddress, userAgent, requestId })
}
