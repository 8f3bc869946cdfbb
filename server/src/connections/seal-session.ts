import { INTEGRATION } from '@bidwell/contract'
import * as z from 'zod/mini'
import type { SiteSession } from '../marketplace/marketplace.ts'
import type { ConnectionRow } from '../platform/database/tables.ts'
import { contextOf } from './connection-queries.ts'
import type { Sealer } from './vault/create-sealer.ts'
import type { Vault } from './vault/open-vault.ts'
import { Secret } from './vault/secret.ts'

const KeptSession = z.object({ token: z.string(), expiresAt: z.nullable(z.number()) })

/** The columns that keep a login at the site. One whose end the site does not tell is trusted for a day. */
export function sealedSession(sealer: Sealer, connection: ConnectionRow, session: SiteSession, now: number) {
  const { token, expiresAt } = session
  const kept = new Secret(JSON.stringify({ token, expiresAt } satisfies z.infer<typeof KeptSession>))
  return {
    sealed_token: JSON.stringify(sealer.seal(kept, contextOf(connection, 'site-token'))),
    token_expires_at: new Date(expiresAt ?? now + INTEGRATION.validityMs),
  }
}

export function openSealedSession(vault: Vault, connection: ConnectionRow): SiteSession {
  const kept = vault.open(connection.sealed_token, contextOf(connection, 'site-token'))
  return z.parse(KeptSession, JSON.parse(kept.reveal()))
}
