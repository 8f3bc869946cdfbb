import { RETENTION_MS } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import {
  type ChainCheck,
  type ChainState,
  extendChain,
  type HashChain,
  type PageCheck,
  verifyChain,
} from '../platform/database/verify-chain.ts'

/** Adds the new events of the security log to its hash chain. */
export const linkSecurityLog = (db: Db): Promise<void> => extendChain(db, chain(0))

/**
 * Recomputes the hash chain of the security log, from where it was verified last or as a whole, and compares it with the
 * events. `now` is epoch ms: an event may be gone
 * when the time for which it is kept is over.
 */
export const verifySecurityLog = (db: Db, now: number, check?: ChainCheck): Promise<ChainState> =>
  verifyChain(db, chain(now - RETENTION_MS.securityLog), check)

const chain = (keptSince: number): HashChain => ({
  table: 'security_chain',
  start: 'security_chain_start',
  extend: 'extend_security_chain',
  async checkPage(db, { before, after, upTo }) {
    const { rows } = await sql<PageCheck>`
      select * from check_security_links(${before}, ${after}, ${upTo}, ${new Date(keptSince)})`.execute(db)
    return rows[0] ?? { found: 0, broken_at: null, last: null }
  },
  async firstBeyondEnd(db) {
    const { rows } = await sql<{ added: number | null }>`
      select min(place) as added
        from (select position as place from security_links union all select chain_position from security_events) as places
       where place > (select length from security_chain)`.execute(db)
    return rows[0]?.added ?? null
  },
})
