import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'

export type ChainState = {
  length: number
  /** Hash over everything, in hex. Kept where the database's owner cannot reach, it shows any later change. */
  head: string
  /** The place of the first use that was changed, added or taken out; null while all is as it was written. */
  brokenAt: number | null
}

/** Links what was recorded since the last time. Whoever changes a use after that breaks the chain. */
export async function linkVaultUses(db: Db): Promise<void> {
  await sql`select link_vault_uses()`.execute(db)
}

/** Works the whole chain out again, and compares. */
export async function verifyVaultUses(db: Db): Promise<ChainState> {
  await linkVaultUses(db)
  const { rows } = await sql<{ length: number; head: Buffer; found: number; last: Buffer; broken_at: number | null }>`
    with walked as (
      select link_no, link,
             row_number() over chain as place,
             vault_use_link(coalesce(lag(link) over chain, vault_chain_start()), used) as expected
        from vault_uses as used
       where link is not null
      window chain as (order by link_no)
    )
    select length, head,
           (select count(*) from walked) as found,
           coalesce((select link from walked where link_no = length), vault_chain_start()) as last,
           (select min(place) from walked where link_no <> place or link <> expected) as broken_at
      from vault_chain`.execute(db)
  const [chain] = rows
  if (!chain) return { length: 0, head: '', brokenAt: 1 }
  const endsOtherwise = chain.found !== chain.length || !chain.last.equals(chain.head)
  const brokenAt = chain.broken_at ?? (endsOtherwise ? Math.min(chain.found, chain.length) + 1 : null)
  return { length: chain.length, head: chain.head.toString('hex'), brokenAt }
}
