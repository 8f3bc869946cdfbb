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
import { requireCredentials } from '../bids/schedule-bid.ts'
import type { AnyCaller } from '../http/route.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { PlanDeps } from '../plans/read-entitlement.ts'
import { requireRoom } from '../plans/require-within-limits.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { AppError, type FieldFault } from '../platform/errors.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { getImport } from './list-imports.ts'

export type ImportDeps = Pick<PlanDeps, 'plans'> & { db: Db; clock: Clock; marketplace: Marketplace }

type Line = {
  line: number
  auction_id: string
  max_cents: number | null
  seconds: number | null
  note: string
}

/**
 * Takes a list of auctions to be tracked in the background, all or none. Throws `rule_broken` with each line that breaks a rule, up to
 * `IMPORT.maxFaults`; `scope_missing` when a program wants bids, and `credentials_missing` when a user does without a login;
 * `conflict` while another import of the account is in progress, and after too many lines within a week; and `plan_limit_reached` when the plan has no room for all.
 */
export async function importAuctions(deps: ImportDeps, caller: AnyCaller, input: NewImport): Promise<Import> {
  const { db, clock, marketplace, plans } = deps
  const { accountId } = caller
  const bidsOfSession = input.bid ? sessionOf(caller) : null
  const lines = checkLines(marketplace, input.lines)
  if (bidsOfSession !== null) await requireCredentials(db, deps, accountId)
  const instants = { now: clock.now(), siteNow: await siteNow(db, marketplace.id, clock) }
  const now = new Date(instants.now)
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await requireTurn(tx, accountId, lines.length)
    // Before anything is written: rows that are taken back keep their room on the disk for a while.
    const wanted = await countWanted(tx, { accountId, marketplaceId: marketplace.id }, lines)
    const snipes = bidsOfSession === null ? 0 : wanted.bids
    await requireRoom(tx, { plans, accountId, ...instants }, { auctions: wanted.auctions, snipes })
    const { id } = await tx
      .insertInto('imports')
      .values({
        account_id: accountId,
        marketplace: marketplace.id,
        bids_of_session: bidsOfSession,
        by_token: 'token' in caller ? caller.token.id : null,
        confirms_high: input.confirm_high ?? false,
        created_at: now,
        due_at: sql`clock_timestamp()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertLines(tx, { accountId, importId: id }, lines)
    return getImport(tx, accountId, id)
  })
}

/** A program could have hundreds of bids placed with one call: only a user may. */
function sessionOf(caller: AnyCaller): string {
  if ('token' in caller) throw new AppError('scope_missing', messages.importing.noBidsOfPrograms)
  return caller.sessionId
}

/** One import at a time, and not so many lines that they fill the disk. The account is locked. */
async function requireTurn(tx: Tx, accountId: number, lines: number) {
  const { open, kept } = await tx
    .selectFrom('imports')
    .leftJoin('import_lines', 'import_id', 'id')
    .select(({ fn, eb }) => [
      fn.count<number>('line').as('kept'),
      fn.count<number>(eb.case().when('ended_at', 'is', null).then(1).end()).as('open'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (open > 0) throw new AppError('conflict', messages.importing.oneAtATime)
  if (kept + lines > IMPORT.maxKeptLines)
    throw new AppError('conflict', messages.importing.tooManyInWeek(IMPORT.maxKeptLines))
}

/** Returns how many of the auctions are not tracked yet, and on how many without a bid the file has a maximum. */
async function countWanted(
  tx: Tx,
  { accountId, marketplaceId }: { accountId: number; marketplaceId: string },
  lines: readonly Line[],
) {
  const { rows } = await sql<{ auctions: number; bids: number }>`
    select (count(*) filter (where t.id is null))::int as auctions,
           (count(given.max_cents) filter (where b.id is null))::int as bids
      from json_to_recordset(${JSON.stringify(lines)}::json) as given (auction_id text, max_cents bigint)
      left join listings l on l.marketplace = ${marketplaceId} and l.auction_id = given.auction_id
      left join tracked_auctions t on t.listing_id = l.id and t.account_id = ${accountId} and t.removed_at is null
      left join bids b on b.tracked_auction_id = t.id and b.status = 'pending' and b.deleted_at is null`.execute(tx)
  return rows[0] ?? { auctions: 0, bids: 0 }
}

async function insertLines(
  tx: Tx,
  { accountId, importId }: { accountId: number; importId: number },
  lines: readonly Line[],
) {
  await sql`
    insert into import_lines (import_id, line, auction_id, max_cents, seconds, note)
    select ${importId}, line, auction_id, max_cents, coalesce(given.seconds, a.default_seconds_before_end), note
      from json_to_recordset(${JSON.stringify(lines)}::json)
             as given (line int, auction_id text, max_cents bigint, seconds int, note text),
           accounts a
     where a.id = ${accountId}`.execute(tx)
}

/** Every line with its item number. Throws with all faults, or as many as a person reads, when one of them breaks a rule. */
function checkLines(marketplace: Marketplace, given: readonly NewImportLine[]): Line[] {
  const faults: (FieldFault & { line: number })[] = []
  const linesOfItems = new Map<string, number>()
  const numbers = new Set<number>()
  const lines = given.map((entry, index): Line => {
    const { line = index + 1, link, max, seconds = null, note = '' } = entry
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
      seconds,
      note,
    }
  })
  if (faults.length === 0) return lines
  const count = new Set(faults.map(({ line }) => line)).size
  const details = faults.slice(0, IMPORT.maxFaults).map(({ path, message }) => ({ path, message }))
  throw new AppError('rule_broken', messages.importing.refused(count, details[0]?.message ?? ''), { details })
}
