import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'

export type ChainState = {
  length: number
  /** The hash over the whole chain, in hex. A copy outside the database reveals a later rewrite of the chain. */
  head: string
  /** The position of the first use that was changed, added or deleted; null if there is none. */
  brokenAt: number | null
}

/** The number of uses hashed in one query, well within the query timeout. */
const PAGE_SIZE = 100_000

/** Adds the new vault uses to the hash chain. A change of a linked use breaks the chain. */
export async function linkVaultUses(db: Db): Promise<void> {
  await sql`select extend_vault_chain()`.execute(db)
}

/** Recomputes the whole hash chain and compares it with the stored one. Uses recorded meanwhile are not included. */
export async function verifyVaultUses(db: Db, page = PAGE_SIZE): Promise<ChainState> {
  await linkVaultUses(db)
  const { rows } = await sql<{ length: number; head: Buffer; start: Buffer }>`
    select length, head, vault_chain_start() as start from vault_chain`.execute(db)
  const [chain] = rows
  if (!chain) return { length: 0, head: '', brokenAt: 1 }

  const state = { length: chain.length, head: chain.head.toString('hex') }
  let last = chain.start
  for (let after = 0; after < chain.length; after += page) {
    const upTo = Math.min(after + page, chain.length)
    const checked = await checkPage(db, last, after, upTo)
    if (checked.broken_at !== null) return { ...state, brokenAt: checked.broken_at }
    if (checked.last === null || checked.found < upTo - after) return { ...state, brokenAt: after + checked.found + 1 }
    last = checked.last
  }
  if (!last.equals(chain.head)) return { ...state, brokenAt: chain.length }
  return { ...state, brokenAt: await firstBeyondEnd(db) }
}

type PageCheck = { found: number; broken_at: number | null; last: Buffer | null }

async function checkPage(db: Db, before: Buffer, after: number, upTo: number): Promise<PageCheck> {
  const { rows } = await sql<PageCheck>`
    with page as (
      select chain_position, chain_hash,
             ${after} + row_number() over chain as place,
             vault_use_hash(coalesce(lag(chain_hash) over chain, ${before}), used) as expected
        from vault_uses as used
       where chain_position > ${after} and chain_position <= ${upTo}
      window chain as (order by chain_position)
    )
    select count(*) as found,
           min(place) filter (where chain_position <> place or chain_hash <> expected) as broken_at,
           (select chain_hash from page order by chain_position desc limit 1) as last
      from page`.execute(db)
  return rows[0] ?? { found: 0, broken_at: null, last: null }
}

async function firstBeyondEnd(db: Db): Promise<number | null> {
  const { rows } = await sql<{ added: number | null }>`
    select min(chain_position) as added from vault_uses where chain_position > (select length from vault_chain)`.execute(
    db,
  )
  return rows[0]?.added ?? null
}
