import type { Ctx } from '../context/ctx.ts'
import type { Tx } from '../platform/database/tables.ts'
import type { Nonces } from '../platform/derived-keys/nonces.ts'
import type { SignInGuard } from './limits/sign-in-guard.ts'
import type { CommonPasswords } from './passwords/common-passwords.ts'
import type { PasswordHasher } from './passwords/password-hasher.ts'
import type { RelyingParty } from './second-factors/relying-party.ts'
import type { TotpSealer } from './second-factors/totp-sealer.ts'
import type { ReadSession } from './sessions/check-session.ts'
import type { Tokens } from './sessions/tokens.ts'
import type { PersonHasher } from './trial/hash-person.ts'
import type { SignUpTrial } from './trial/start-trial.ts'

/** What signs people in, and opens and changes their accounts. */
export type IdentityCtx = Ctx & {
  tokens: Tokens
  readSession: ReadSession
  passwords: PasswordHasher
  commonPasswords: CommonPasswords
  guard: SignInGuard
  totpSealer: TotpSealer
  /** The challenges of sign-ins by passkey alone. */
  passkeyNonces: Nonces
  relyingParty: RelyingParty | null
  /** For the security log: the keyed hash of an e-mail that was typed. */
  hashEmail: (email: string) => Buffer
  hashPerson: PersonHasher
  beginSignUpTrial: SignUpTrial
  /** Deletes the account's site login and cancels its pending bids. */
  stopBidding: (tx: Tx, accountId: number) => Promise<void>
  /** Whether one network may open only so many accounts in an hour: unless no other machine reaches this installation. */
  limitsRegistrations: boolean
}
