import {
  type Endpoint,
  messages,
  scheduleBid,
  startCheckout,
  startTrial,
  storeCredentials,
  trackAuction,
} from '@bidwell/contract'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { accountById } from '../platform/database/account-rows.ts'

export type VerificationDeps = {
  db: Db
  /** Whether an account must have verified its address before it tracks, bids, connects, starts its trial or buys a plan. */
  requiresVerifiedEmail: boolean
}

const CALLS: ReadonlySet<Endpoint> = new Set([trackAuction, scheduleBid, storeCredentials, startTrial, startCheckout])

/** Throws 403 for a call that starts something new, while the installation asks for a verified address and there is none. */
export async function checkVerifiedEmail(
  { db, requiresVerifiedEmail }: VerificationDeps,
  endpoint: Endpoint,
  accountId: number,
) {
  if (!requiresVerifiedEmail || !CALLS.has(endpoint)) return
  const { email_verified_at } = await accountById(db, accountId)
  if (email_verified_at === null) throw new AppError('email_not_verified', messages.mailLink.emailNotVerified)
}
