import { dollarsFromCents, type Profile } from '@bidwell/contract'
import type { AccountRow } from '../platform/database/tables.ts'

/** The one plan that there is so far. */
const SUBSCRIPTION_TIER = 'trial'

export const presentProfile = (account: AccountRow): Profile => ({
  id: account.id,
  email: account.email,
  email_verified: account.email_verified_at !== null,
  auth_provider: account.auth_provider,
  subscription_tier: SUBSCRIPTION_TIER,
  default_seconds_before_end: account.default_seconds_before_end,
  day_limit: account.day_limit_cents === null ? null : dollarsFromCents(account.day_limit_cents),
  phone_number: account.phone_number,
  sms_opt_in: account.sms_opt_in,
  created_at: account.created_at.toISOString(),
})
