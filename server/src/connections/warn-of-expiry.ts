import { CONNECTION } from '@bidwell/contract'
import { notify } from '../notifying/notifications/notify.ts'
import type { Db } from '../platform/database/tables.ts'

/**
 * Tells the owners of pending bids whose site login could not be verified for most of the time for which a verification
 * counts. A refused login is told when the site refuses it. Epoch ms.
 */
export async function warnOfExpiry(db: Db, siteId: string, now: number): Promise<void> {
  const { validityMs, expiresSoonMs } = CONNECTION
  await db.transaction().execute(async (tx) => {
    const expiring = await tx
      .selectFrom('connections as c')
      .select(['c.id', 'c.account_id', 'c.last_verified_at'])
      .where('c.marketplace', '=', siteId)
      .where('c.state', '<>', 'refused')
      .where('c.last_verified_at', '<', new Date(now - validityMs + expiresSoonMs))
      .where('c.last_verified_at', '>', new Date(now - validityMs))
      .where((where) =>
        where.exists(
          where
            .selectFrom('bids as b')
            .select('b.id')
            .whereRef('b.account_id', '=', 'c.account_id')
            .where('b.status', '=', 'pending'),
        ),
      )
      .execute()
    await notify(
      tx,
      expiring.flatMap(({ id, account_id: accountId, last_verified_at: verifiedAt }) => {
        const verified = verifiedAt?.getTime() ?? 0
        const values = { until: verified + validityMs }
        return [{ kind: 'site_login_expiring' as const, accountId, key: `login ${id} expiring ${verified}`, values }]
      }),
    )
  })
}
