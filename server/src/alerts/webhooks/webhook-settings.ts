import { WebhookPreset } from '@bidwell/contract'
import * as z from 'zod/mini'
import type { Sealer } from '../../connections/vault/create-sealer.ts'
import type { Vault } from '../../connections/vault/open-vault.ts'
import { type SealContext, Sealed } from '../../connections/vault/sealed.ts'
import { Secret } from '../../connections/vault/secret.ts'

/** What the row of a webhook keeps. Its secrets are sealed for the vault: the API seals them, and the jobs open them. */
export const WebhookSettings = z.object({
  preset: WebhookPreset,
  token: z.nullable(Sealed),
  /** What signs, the newest first; `since` is epoch ms. */
  secrets: z.array(z.object({ sealed: Sealed, since: z.number() })),
})
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
