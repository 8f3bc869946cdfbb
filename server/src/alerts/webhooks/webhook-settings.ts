import { WebhookPreset } from '@bidwell/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Sealer } from '../../connections/vault/create-sealer.ts'
import { SealBroken, type Vault } from '../../connections/vault/open-vault.ts'
import { type SealContext, Sealed } from '../../connections/vault/sealed.ts'
import { Secret } from '../../connections/vault/secret.ts'
import type { Ctx } from '../../context/ctx.ts'

/**
 * What the row of a webhook keeps. Its secret signs a standard webhook, or is what its service gave: the token of ntfy, the last part of
 * Discord's address. It is sealed for the vault: the API seals it, and the jobs open it.
 */
export const WebhookSettings = z.object({ preset: WebhookPreset, secret: z.nullable(Sealed) })
export type WebhookSettings = z.infer<typeof WebhookSettings>

/** Seals and opens for a host: a seal that was made for one host does not open for another. */
export type SealerOf = (host: string) => Sealer
export type VaultOf = (host: string) => Vault

type Row = { id: number; account_id: number; address: string }

export const sealFor = (sealerOf: SealerOf, row: Row, secret: string): Sealed =>
  sealerOf(hostOf(row)).seal(new Secret(secret), contextOf(row))

/** Throws `SealBroken`. */
export const openFor = (vaultOf: VaultOf, row: Row, sealed: Sealed): string =>
  vaultOf(hostOf(row)).open(sealed, contextOf(row)).reveal()

const hostOf = ({ address }: Row) => new URL(address).host

const contextOf = ({ id, account_id: accountId }: Row): SealContext => ({
  purpose: 'webhook-secret',
  accountId,
  connectionId: id,
  marketplace: 'webhook',
  version: 1,
})

/**
 * Seals the secrets of all webhooks for the newest key, so that older keys can be removed. Those that do not open stay: their key may be
 * found again.
 */
export async function resealWebhooks({ db }: Ctx, sealerOf: SealerOf, vaultOf: VaultOf): Promise<void> {
  const { kid } = sealerOf('')
  for (const row of await db.selectFrom('destinations').selectAll().where('channel', '=', 'webhook').execute()) {
    const { data: settings } = WebhookSettings.safeParse(row.settings)
    if (!settings?.secret || settings.secret.kid === kid) continue
    try {
      const secret = sealFor(sealerOf, row, openFor(vaultOf, row, settings.secret))
      await db
        .updateTable('destinations')
        .set({ settings: JSON.stringify({ ...settings, secret }) })
        .where('id', '=', row.id)
        // Its owner may have added it again meanwhile.
        .where(sql<boolean>`settings = ${JSON.stringify(row.settings)}::jsonb`)
        .execute()
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
    }
  }
}
