import {
  centsFromDollars,
  IMPORT,
  type Import,
  importLineFault,
  messages,
  type NewImport,
  type NewImportLine,
} from '@bidwell/contract'
import { sql } from 'kysely'
import { requireConnection } from '../../connections/connection-queries.ts'
import type { Ctx } from '../../context/ctx.ts'
import type { AnyCaller } from '../../http/route.ts'
import { accountById } from '../../identity/accounts/account-queries.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import type { Marketplace } from '../../marketplace/marketplace.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import { requireRoom } from '../../plans/require-within-limits.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError, type FieldFault } from '../../platform/errors.ts'
import { getImport } from './list-imports.ts'

/**
 * Takes a list of auctions to be tracked in the background, all or none. Throws `rule_broken` with each line that breaks a rule, up to
 * `IMPORT.maxFaults`; `scope_missing` when a program wants bids, and `credentials_missing` when a user does without a login;
 * `conflict` while another import of the account is in progress, and after too many within a week; and `plan_limit_reached` when the plan has no room for all.
 */
export async function importAuctions(ctx: Ctx, caller: AnyCaller, input: NewImport): Promise<Import> {
  const { db, clock, marketplace, plans } = ctx
  const { accountId } = caller
  const bidsOfSession = input.bid ? sessionOf(caller) : null
  const { default_seconds_before_end } = await accountById(db, accountId)
  const lines = checkLines(marketplace, input.lines, default_seconds_before_end)
  if (bidsOfSession !== null) await requireConnection(db, marketplace, accountId)
  const instants = { now: clock.now(), siteNow: await siteNow(db, marketplace.id, clock) }
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await requireTurn(tx, accountId)
    const { id } = await tx
      .insertInto('imports')
      .values({
        account_id: accountId,
        marketplace: marketplace.id,
        bids_of_session: bidsOfSession,
        by_token: 'token' in caller ? caller.token.id : null,
        confirms_high: input.confirm_high ?? false,
        created_at: new Date(instants.now),
        due_at: sql`clock_timestamp()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('import_lines')
      .values(lines.map((line) => ({ import_id: id, ...line })))
      .execute()
    const { auctions, bids } = await countWanted(tx, id)
    const snipes = bidsOfSession === null ? 0 : bids
    await requireRoom(tx, { plans, accountId, ...instants }, { auctions, snipes })
    return getImport(tx, accountId, id)
  })
}

/** A program could have hundreds of bids placed with one call: only a user may. */
function sessionOf(caller: AnyCaller): string {
  if ('token' in caller) throw new AppError('scope_missing', messages.importing.noBidsOfPrograms)
  return caller.sessionId
}

/** One import at a time, and not so many that their lines fill the disk. The account is locked. */
async function requireTurn(tx: Tx, accountId: number) {
  const kept = await tx.selectFrom('imports').select('ended_at').where('account_id', '=', accountId).execute()
  if (kept.some(({ ended_at }) => ended_at === null)) throw new AppError('conflict', messages.importing.oneAtATime)
  if (kept.length >= IMPORT.maxInWeek)
    throw new AppError('conflict', messages.importing.tooManyInWeek(IMPORT.maxInWeek))
}

/** Returns how many of the auctions are not tracked yet, and on how many without a bid the file has a maximum. */
async function countWanted(tx: Tx, importId: number) {
  const { rows } = await sql<{ auctions: number; bids: number }>`
    select (count(*) filter (where t.id is null))::int as auctions,
           (count(max_cents) filter (where b.id is null))::int as bids
      from imports i join import_lines on import_id = i.id
      left join listings l using (marketplace, auction_id)
      left join tracked_auctions t on t.listing_id = l.id and t.account_id = i.account_id and t.removed_at is null
      left join bids b on b.tracked_auction_id = t.id and b.status = 'pending' and b.deleted_at is null
     where i.id = ${importId}`.execute(tx)
  return rows[0] ?? { auctions: 0, bids: 0 }
}

/** Every line with its item number. Throws with all faults, or as many as a person reads, when one of them breaks a rule. */
function checkLines(marketplace: Marketplace, given: readonly NewImportLine[], defaultSeconds: number) {
  const faults: (FieldFault & { line: number })[] = []
  const linesOfItems = new Map<string, number>()
  const numbers = new Set<number>()
  const lines = given.map((entry, index) => {
    const { line = index + 1, link, max, seconds, note = '' } = entry
    const refuse = (field: string, fault: string) =>
      faults.push({ line, path: `lines.${index}.${field}`, message: messages.importing.faultAt(line, fault) })
    if (numbers.has(line)) refuse('line', messages.importing.sameNumber)
    numbers.add(line)
    const auctionId = marketplace.parseItemReference(link.trim())
    const before = auctionId === null ? undefined : linesOfItems.get(auctionId)
    if (auctionId === null) refuse('link', link.trim() === '' ? messages.importing.noLink : messages.importing.noItem)
    else if (before !== undefined) refuse('link', messages.importing.repeated(before))
    else linesOfItems.set(auctionId, line)
    const fault = importLineFault(entry)
    if (fault) refuse(fault.field, fault.fault)
    return {
      line,
      auction_id: auctionId ?? '',
      max_cents: typeof max === 'number' ? centsFromDollars(max) : null,
      seconds: seconds ?? defaultSeconds,
      note,
    }
  })
  if (faults.length === 0) return lines
  const count = new Set(faults.map(({ line }) => line)).size
  const details = faults.slice(0, IMPORT.maxFaults).map(({ path, message }) => ({ path, message }))
  throw new AppError('rule_broken', messages.importing.refused(count, details[0]?.message ?? ''), { details })
}
