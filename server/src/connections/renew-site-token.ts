import { SiteError } from '../marketplace/site-error.ts'
import { AppError } from '../platform/errors.ts'
import { logInAgain } from './open-site-session.ts'
import type { SiteLoginCtx } from './site-login-ctx.ts'

/**
 * Logs in at the site again for a connection, even with credentials that the site has refused before. The outcome is
 * stored in the connection's row. A refusal is not an error here, because the job queue would try again: that counts
 * against the user's account at the site.
 */
export async function renewSiteToken(ctx: SiteLoginCtx, connectionId: number): Promise<void> {
  const connection = await ctx.db
    .selectFrom('connections')
    .select('account_id')
    .where('id', '=', connectionId)
    .executeTakeFirst()
  if (!connection) return
  try {
    await logInAgain(ctx, connection.account_id, { purpose: 'refresh' })
  } catch (error) {
    if (!(error instanceof SiteError || error instanceof AppError)) throw error
  }
}
