import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** A record whose rows are linked by hashes: a change of a linked row breaks the chain. */
export type HashChain = {
  /** The table with the length and the last hash. */
  table: string
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

export type ChainState = {
  length: number
  /** The hash over the whole chain, in hex. A copy outside the database reveals a later rewrite of the chain. */
  head: string
  /** The position of the first row that was changed, added or deleted; null if there is none. */
  brokenAt: number | null
}

/** The number of rows hashed in one query, well within the query timeout. */
const PAGE_SIZE = 100_000

/** Links the new rows to the chain. */
export async function extendChain(db: Db, { extend }: HashChain): Promise<void> {
  await sql`select ${sql.ref(extend)}()`.execute(db)
}

/** Recomputes the whole hash chain and compares it with the stored one. Rows recorded meanwhile are not included. */
export async function verifyChain(db: Db, chain: HashChain, pageSize = PAGE_SIZE): Promise<ChainState> {
  await extendChain(db, chain)
  const { rows } = await sql<{ length: number; head: Buffer; start: Buffer }>`
    select length, head, ${sql.ref(chain.start)}() as start from ${sql.table(chain.table)}`.execute(db)
  const [end] = rows
  if (!end) return { length: 0, head: '', brokenAt: 1 }

  const state = { length: end.length, head: end.head.toString('hex') }
  let before = end.start
  for (let after = 0; after < end.length; after += pageSize) {
    const upTo = Math.min(after + pageSize, end.length)
    const { found, broken_at, last } = await chain.checkPage(db, { before, after, upTo })
    if (broken_at !== null) return { ...state, brokenAt: broken_at }
    if (last === null || found < upTo - after) return { ...state, brokenAt: after + found + 1 }
    before = last
  }
  if (!before.equals(end.head)) return { ...state, brokenAt: end.length }
  return { ...state, brokenAt: await chain.firstBeyondEnd(db) }
}
