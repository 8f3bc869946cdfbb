import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { ConnectionRow, Db, Tx } from '../platform/database/tables.ts'
import { contextOf } from './connection-queries.ts'
import { recordVaultUse } from './vault-uses.ts'
import type { Sealer } from './vault/create-sealer.ts'
import { SealBroken, type Vault } from './vault/open-vault.ts'

export type ResealDeps = { db: Db; clock: Clock; vault: Vault; sealer: Sealer; process: string }

export type Resealed = {
  resealed: number
  /** Seals that no key of ours opens: their owners have to connect again. */
  broken: number
}

/**
 * Seals every kept login anew that an older key than the newest sealed, each in a transaction of its own with a line in
 * the record: stopped halfway, the next run goes on where it was. After it, the older keys may be taken away.
 */
export async function rotateCredentialKeys(deps: ResealDeps, signal: AbortSignal): Promise<Resealed> {
  const done = { resealed: 0, broken: 0 }
  for (let after = 0; !signal.aborted;) {
    const next = await older(deps, after).select('id').orderBy('id').limit(1).executeTakeFirst()
    if (!next) break
    after = next.id
    const outcome = await deps.db.transaction().execute((tx) => reseal({ ...deps, db: tx }, next.id))
    if (outcome) done[outcome] += 1
  }
  return done
}

const older = ({ db, sealer: { kid } }: Pick<ResealDeps, 'db' | 'sealer'>, after: number) =>
  db
    .selectFrom('connections')
    .where('id', '>', after)
    .where(sql<boolean>`(sealed_credentials ->> 'kid' <> ${kid} or sealed_token ->> 'kid' <> ${kid})`)

async function reseal(deps: ResealDeps & { db: Tx }, id: number): Promise<keyof Resealed | null> {
  const connection = await older(deps, id - 1)
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!connection) return null // removed or replaced meanwhile
  const anew = sealAnew(deps, connection)
  // Version and time of change stay as they are: for a login that is under way nothing has changed.
  if (anew) await deps.db.updateTable('connections').set(anew).where('id', '=', id).execute()
  await recordVaultUse(deps.db, {
    account_id: connection.account_id,
    connection_id: id,
    process: deps.process,
    purpose: 'rotate',
    bid_id: null,
    outcome: anew ? 'ok' : 'failed',
    at: new Date(deps.clock.now()),
  })
  return anew ? 'resealed' : 'broken'
}

/** Null when either seal does not open: it is left alone, for the key may yet be found. */
function sealAnew({ vault, sealer }: ResealDeps, connection: ConnectionRow) {
  const anew = (sealed: unknown, purpose: 'site-credentials' | 'site-token') => {
    const context = contextOf(connection, purpose)
    return JSON.stringify(sealer.seal(vault.open(sealed, context), context))
  }
  try {
    return {
      sealed_credentials: anew(connection.sealed_credentials, 'site-credentials'),
      sealed_token: connection.sealed_token && anew(connection.sealed_token, 'site-token'),
    }
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}
