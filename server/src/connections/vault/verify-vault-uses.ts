import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'
import {
  type ChainCheck,
  type ChainState,
  extendChain,
  type HashChain,
  type PageCheck,
  verifyChain,
} from '../../platform/database/verify-chain.ts'

/** Adds the new vault uses to the hash chain. A change of a linked use breaks the chain. */
export const linkVaultUses = (db: Db): Promise<void> => extendChain(db, CHAIN)

/** Recomputes the hash chain of vault uses, from where it was verified last or as a whole, and compares it with the stored one. */
export const verifyVaultUses = (db: Db, check?: ChainCheck): Promise<ChainState> => verifyChain(db, CHAIN, check)

const CHAIN: HashChain = {
  table: 'vault_chain',
  start: 'vault_chain_start',
  extend: 'extend_vault_chain',
  async checkPage(db, { before, after, upTo }) {
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
  },
  async firstBeyondEnd(db) {
    const { rows } = await sql<{ added: number | null }>`
      select min(chain_position) as added from vault_uses
       where chain_position > (select length from vault_chain)`.execute(db)
    return rows[0]?.added ?? null
  },
}
