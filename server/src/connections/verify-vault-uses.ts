import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'

export type ChainState = {
  length: number
  /** Hash over everything, in hex. Kept where the database's owner cannot reach, it shows any later change. */
  head: string
  /** The place of the first use that was changed, added or taken out; null while all is as it was written. */
  brokenAt: number | null
}

/** As many as are worked out well within the time that a query may take. */
const PAGE = 100_000

/** Links what was recorded since the last time. Whoever changes a use after that breaks the chain. */
export async function linkVaultUses(db: Db): Promise<void> {
  await sql`select extend_vault_chain()`.execute(db)
}

/** Works the whole chain out again, and compares. What is recorded meanwhile waits for the next time. */
export async function verifyVaultUses(db: Db, page = PAGE): Promise<ChainState> {
  await linkVaultUses(db)
  const { rows } = await sql<{ length: number; head: Buffer; start: Buffer }>`
    select length, head, vault_chain_start() as start from vault_chain`.execute(db)
  const [chain] = rows
  if (!chain) return { length: 0, head: '', brokenAt: 1 }

  const state = { length: chain.length, head: chain.head.toString('hex') }
  let last = chain.start
  for (let after = 0; after < chain.length; after += page) {
    const upTo = Math.min(after + page, chain.length)
    const walked = await walk(db, last, after, upTo)
    if (walked.broken_at !== null) return { ...state, brokenAt: walked.broken_at }
    if (walked.last === null || walked.found < upTo - after) return { ...state, brokenAt: after + walked.found + 1 }
    last = walked.last
  }
  if (!last.equals(chain.head)) return { ...state, brokenAt: chain.length }
  return { ...state, brokenAt: await addedBeyondEnd(db) }
}

type Walked = { found: number; broken_at: number | null; last: Buffer | null }

async function walk(db: Db, before: Buffer, after: number, upTo: number): Promise<Walked> {
  const { rows } = await sql<Walked>`
    with walked as (
      select chain_position, chain_hash,
             ${after} + row_number() over chain as place,
             vault_use_hash(coalesce(lag(chain_hash) over chain, ${before}), used) as expected
        from vault_uses as used
       where chain_position > ${after} and chain_position <= ${upTo}
      window chain as (order by chain_position)
    )
    select count(*) as found,
           min(place) filter (where chain_position <> place or chain_hash <> expected) as broken_at,
           (select chain_hash from walked order by chain_position desc limit 1) as last
      from walked`.execute(db)
  return rows[0] ?? { found: 0, broken_at: null, last: null }
}

async function addedBeyondEnd(db: Db): Promise<number | null> {
  const { rows } = await sql<{ added: number | null }>`
    select min(chain_position) as added from vault_uses where chain_position > (select length from vault_chain)`.execute(
    db,
  )
  return rows[0]?.added ?? null
}
