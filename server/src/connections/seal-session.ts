import { CONNECTION } from '@bidwell/contract'
import * as z from 'zod/mini'
import type { SiteSession } from '../marketplace/marketplace.ts'
import type { ConnectionRow } from '../platform/database/tables.ts'
import { machineIdentity } from '../platform/machine-identity.ts'
import { contextOf } from './connection-queries.ts'
import type { SiteLoginCtx } from './site-login-ctx.ts'
import type { Vault } from './vault/open-vault.ts'
import { Secret } from './vault/secret.ts'

const StoredSession = z.object({ token: z.string(), expiresAt: z.nullable(z.number()) })

/**
 * The columns that store a session that this machine has obtained at the site. A session without an expiry from the site
 * counts as valid for a day.
 */
export function sealSession(
  { sealer, machine = machineIdentity() }: Pick<SiteLoginCtx, 'sealer' | 'machine'>,
  connection: ConnectionRow,
  session: SiteSession,
  now: number,
) {
  const { token, expiresAt } = session
  const secret = new Secret(JSON.stringify({ token, expiresAt } satisfies z.infer<typeof StoredSession>))
  return {
    sealed_token: JSON.stringify(sealer.seal(secret, contextOf(connection, 'site-token'))),
    token_expires_at: new Date(expiresAt ?? now + CONNECTION.validityMs),
    token_machine: machine,
  }
}

/** Returns the stored session. Throws SealBroken when none of the vault's keys opens it. */
export function openSealedSession(vault: Vault, connection: ConnectionRow): SiteSession {
  const secret = vault.open(connection.sealed_token, contextOf(connection, 'site-token'))
  return z.parse(StoredSession, JSON.parse(secret.reveal()))
}
