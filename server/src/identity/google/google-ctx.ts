import type { JWTVerifyGetKey } from 'jose'
import type { Nonces } from '../../platform/derived-keys/nonces.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import type { PendingSignIns } from './pending-sign-ins.ts'

/** What signs people in with Google, where that is set up. */
export type GoogleCtx = IdentityCtx & {
  clientId: string
  keys: JWTVerifyGetKey
  nonces: Nonces
  pending: PendingSignIns
}
