import { SealBroken } from '../../connections/vault/open-vault.ts'
import type { Sealed } from '../../connections/vault/sealed.ts'
import type { Db } from '../../platform/database/tables.ts'
import { openFor, type SealerOf, sealFor, type VaultOf, WebhookSettings } from './webhook-settings.ts'

type Deps = { db: Db; sealerOf: SealerOf; vaultOf: VaultOf }

/**
 * Seals the secrets of all webhooks for the newest key, so that older keys can be removed. Those that do not open stay:
 * their key may be found again.
 */
export async function resealWebhooks({ db, sealerOf, vaultOf }: Deps): Promise<void> {
  const { kid } = sealerOf('')
  const rows = await db.selectFrom('destinations').select('id').where('channel', '=', 'webhook').execute()
  for (const { id } of rows) {
    await db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('destinations')
        .selectAll()
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst()
      const { data: settings } = WebhookSettings.safeParse(row?.settings)
      if (!row || !settings) return
      const seals = [settings.token, ...settings.secrets.map(({ sealed }) => sealed)]
      if (seals.every((sealed) => sealed === null || sealed.kid === kid)) return
      const reseal = (sealed: Sealed) => sealFor(sealerOf, row, openFor(vaultOf, row, sealed))
      try {
        const resealed: WebhookSettings = {
          ...settings,
          token: settings.token && reseal(settings.token),
          secrets: settings.secrets.map(({ sealed, since }) => ({ sealed: reseal(sealed), since })),
        }
        await tx
          .updateTable('destinations')
          .set({ settings: JSON.stringify(resealed) })
          .where('id', '=', id)
          .execute()
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error
      }
    })
  }
}
