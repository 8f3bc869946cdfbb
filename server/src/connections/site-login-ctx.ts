import type { Ctx } from '../context/ctx.ts'
import type { HashSiteUser } from './hash-site-user.ts'
import type { Sealer } from './vault/create-sealer.ts'
import type { Vault } from './vault/open-vault.ts'

/** What seals logins. */
type SealingCtx = Ctx & {
  sealer: Sealer
  /** Obtains the sessions: this machine, if it is left out. */
  machine?: string
}

/** Of a process that opens logins: the API cannot. */
export type SiteLoginCtx = SealingCtx & { vault: Vault }

/** Of the API, which stores the logins. */
export type ConnectionCtx = SealingCtx & { hashSiteUser: HashSiteUser }
