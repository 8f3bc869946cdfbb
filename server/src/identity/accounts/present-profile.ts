import { dollarsOrNull, type Profile } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { readEntitlement } from '../../plans/read-entitlement.ts'
import type { AccountRow } from '../../platform/database/tables.ts'
import type { OpenedSession } from '../sessions/open-session.ts'
import { isAdmin } from './is-admin.ts'

/** The account as its owner sees it, with the plan that holds now. */
export async function presentProfile(ctx: Ctx, account: AccountRow): Promise<Profile> {
  const { tier } = await readEntitlement(ctx, account.id)
  return {
    id: account.id,
    email: account.email,
    email_verified: account.email_verified_at !== null,
    auth_provider: account.auth_provider,
    subscription_tier: tier,
    is_admin: await isAdmin(ctx, account.id),
    default_seconds_before_end: account.default_seconds_before_end,
    day_limit: dollarsOrNull(account.day_limit_cents),
    week_limit: dollarsOrNull(account.week_limit_cents),
    month_limit: dollarsOrNull(account.month_limit_cents),
    shipping_zip: account.shipping_zip,
    tax_percent: account.tax_millionths / 10_000,
    tax_on: account.tax_on,
    quote_margin_percent: account.quote_margin_percent,
    phone_number: account.phone_number,
    sms_opt_in: account.sms_opt_in,
    created_at: account.created_at.toISOString(),
  }
}

type SignedIn = OpenedSession & { account: AccountRow }

/** The reply to somebody who has signed in. */
export const presentSignIn = async (ctx: Ctx, { account, token, deletionCancelled, deletionDueAt }: SignedIn) => ({
  token,
  deletion_cancelled: deletionCancelled,
  deletion_due: deletionDueAt === null ? null : new Date(deletionDueAt).toISOString(),
  data: { profile: await presentProfile(ctx, account) },
})
