import { api, type Endpoint, messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { AppError } from '../platform/errors.ts'

const CALLS: ReadonlySet<Endpoint> = new Set<Endpoint>([
  api.trackAuction,
  api.restoreAuction,
  api.importAuctions,
  api.scrapeAuction,
  api.refreshAuction,
  api.scheduleBid,
  api.storeCredentials,
  api.startTrial,
  api.startCheckout,
])

/**
 * Throws 403 for a call that starts something new on an account that the operator deletes, and while the installation asks
 * for a verified address and there is none.
 */
export async function checkVerifiedEmail({ db, requiresVerifiedEmail }: Ctx, endpoint: Endpoint, accountId: number) {
  if (!CALLS.has(endpoint)) return
  const { email_verified_at, is_closed } = await db
    .selectFrom('accounts as a')
    .select((row) => [
      'a.email_verified_at',
      row
        .exists(
          row
            .selectFrom('account_deletions as d')
            .select('d.id')
            .whereRef('d.account_id', '=', 'a.id')
            .where('d.requested_by', '=', 'operator')
            .where('d.cancelled_at', 'is', null)
            .where('d.completed_at', 'is', null),
        )
        .as('is_closed'),
    ])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (is_closed) throw new AppError('forbidden', messages.privacy.accountClosed)
  if (requiresVerifiedEmail && email_verified_at === null) {
    throw new AppError('email_not_verified', messages.mailLink.emailNotVerified)
  }
}
