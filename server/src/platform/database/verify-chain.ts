import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** A record whose rows are linked by hashes: a change of a linked row breaks the chain. */
export type HashChain = {
  /** The table with the length and the last hash. */
  table: 'vault_chain' | 'security_chain'
  /** The function that returns the hash before the first row. */
  start: string
  /** The function that links the new rows. */
  extend: string
  checkPage: (db: Db, page: Page) => Promise<PageCheck>
  /** The position of the first row beyond the end of the chain, or null. */
  firstBeyondEnd: (db: Db) => Promise<number | null>
}

/** The positions above `after`, up to `upTo`; `before` is the hash at `after`. */
export type Page = { before: Buffer; after: number; upTo: number }

/** `found` rows have these positions. The first wrong one is at `broken_at`, and `last` is the last stored hash. */
export type PageCheck = { found: number; broken_at: number | null; last: Buffer | null }

export type ChainCheck = {
  /** Whether all positions are verified, not only those beyond the last verified one. */
  whole?: boolean
  /** The number of rows hashed in one query. */
  pageSize?: number
}

export type ChainState = {
  length: number
  /** The hash over the whole chain, in hex. A copy outside the database reveals a later rewrite of the chain. */
  head: string
  /** The position after which the chain was verified now. */
  from: number
  /** The position of the first row that was changed, added or deleted; null if there is none. */
  brokenAt: number | null
}

/** The number of rows hashed in one query, well within the query timeout. */
const PAGE_SIZE = 100_000

/** Links the new rows to the chain. */
export async function extendChain(db: Db, { extend }: HashChain): Promise<void> {
  await sql`select ${sql.ref(extend)}()`.execute(db)
}

/**
 * Recomputes the hash chain beyond the position up to which it was verified last, or all of it (`whole`), compares it with
 * the stored one, and stores how far it is verified. Rows recorded meanwhile are not included. A chain that is broken, or
 * no longer leads to where it was verified, is verified from the same position the next time.
 */
export async function verifyChain(db: Db, chain: HashChain, options: ChainCheck = {}): Promise<ChainState> {
  await extendChain(db, chain)
  const { rows } = await sql<{ length: number; head: Buffer; start: Buffer; position: number; known: Buffer }>`
    select c.length, c.head, first.hash as start, coalesce(v.position, 0) as position, coalesce(v.head, first.hash) as known
      from ${sql.table(chain.table)} c cross join (select ${sql.ref(chain.start)}() as hash) as first
           left join verified_chains v on v.chain = ${chain.table}`.execute(db)
  const [row] = rows
  if (!row) return { length: 0, head: '', from: 0, brokenAt: 1 }

  const [start, known, end] = [
    { position: 0, head: row.start },
    { position: row.position, head: row.known },
    { position: row.length, head: row.head },
  ]
  const from = options.whole ? start : known
  const brokenAt =
    known.position > end.position
      ? end.position + 1
      : ((await firstBreak(db, chain, [from, known], options)) ??
        (await firstBreak(db, chain, [known, end], options)) ??
        (await chain.firstBeyondEnd(db)))
  if (brokenAt === null) await storeVerified(db, chain, end)
  return { length: end.position, head: end.head.toString('hex'), from: from.position, brokenAt }
}

/** A position of the chain, and the hash at it. */
type Place = { position: number; head: Buffer }

/** The position of the first row between two places at which the chain does not lead from the one to the other, or null. */
async function firstBreak(
  db: Db,
  chain: HashChain,
  [from, to]: [Place, Place],
  { pageSize = PAGE_SIZE }: ChainCheck,
): Promise<number | null> {
  let before = from.head
  for (let after = from.position; after < to.position; after += pageSize) {
    const upTo = Math.min(after + pageSize, to.position)
    const { found, broken_at, last } = await chain.checkPage(db, { before, after, upTo })
    if (broken_at !== null) return broken_at
    if (last === null || found < upTo - after) return after + found + 1
    before = last
  }
  return before.equals(to.head) ? null : to.position
}

const storeVerified = (db: Db, { table: chain }: HashChain, { position, head }: Place) =>
  sql`insert into verified_chains (chain, position, head) values (${chain}, ${position}, ${head})
      on conflict (chain) do update
         set position = excluded.position, head = excluded.head, verified_at = excluded.verified_at`.execute(db)
