import { sql } from 'kysely'
import type { ConnectionRow, Tx } from '../platform/database/tables.ts'
import { contextOf } from './connection-queries.ts'
import type { SiteLoginCtx } from './site-login-ctx.ts'
import { SealBroken } from './vault/open-vault.ts'
import { recordVaultUse } from './vault/vault-uses.ts'

export type Rotated = {
  resealed: number
  /** Connections that none of the keys opens: their owners have to connect again. */
  broken: number
}

/**
 * Seals every connection for the newest key that is sealed for an older one, each in its own transaction, so that a run
 * after an abort continues. Afterwards the older keys can be removed. Returns the numbers of connections.
 */
export async function rotateCredentialKeys(ctx: SiteLoginCtx, signal: AbortSignal): Promise<Rotated> {
  const count = { resealed: 0, broken: 0 }
  for (let after = 0; !signal.aborted;) {
    const next = await outdated(ctx, after).select('id').orderBy('id').limit(1).executeTakeFirst()
    if (!next) break
    after = next.id
    const outcome = await ctx.db.transaction().execute((tx) => reseal({ ...ctx, db: tx }, next.id))
    if (outcome) count[outcome] += 1
  }
  return count
}

const outdated = ({ db, sealer: { kid } }: SiteLoginCtx, after: number) =>
  db
    .selectFrom('connections')
    .where('id', '>', after)
    .where(sql<boolean>`(sealed_credentials ->> 'kid' <> ${kid} or sealed_token ->> 'kid' <> ${kid})`)

async function reseal(ctx: SiteLoginCtx & { db: Tx }, id: number): Promise<keyof Rotated | null> {
  const connection = await outdated(ctx, id - 1)
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!connection) return null // removed, or stored again, since the first query
  const resealed = sealForNewest(ctx, connection)
  // `version` and `updated_at` stay, because a login in progress depends on them.
  if (resealed) await ctx.db.updateTable('connections').set(resealed).where('id', '=', id).execute()
  await recordVaultUse(ctx.db, {
    account_id: connection.account_id,
    connection_id: id,
    process: ctx.process,
    purpose: 'rotate',
    bid_id: null,
    outcome: resealed ? 'ok' : 'failed',
    at: new Date(ctx.clock.now()),
  })
  return resealed ? 'resealed' : 'broken'
}

/** Null when a seal does not open. The connection then stays as it is: its key may be found again. */
function sealForNewest({ vault, sealer }: SiteLoginCtx, connection: ConnectionRow) {
  const convert = (sealed: unknown, purpose: 'site-credentials' | 'site-token') => {
    const context = contextOf(connection, purpose)
    return JSON.stringify(sealer.seal(vault.open(sealed, context), context))
  }
  try {
    return {
      sealed_credentials: convert(connection.sealed_credentials, 'site-credentials'),
      sealed_token: connection.sealed_token && convert(connection.sealed_token, 'site-token'),
    }
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}
