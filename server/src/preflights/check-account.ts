import { openSiteSession } from '../connections/open-site-session.ts'
import type { SiteLoginCtx } from '../connections/site-login-ctx.ts'
import type { OpenAuction } from '../marketplace/marketplace.ts'
import { acquireRead } from '../marketplace/rate-limiting/acquire-read.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { noteOrders } from '../orders/note-orders.ts'
import { AppError } from '../platform/errors.ts'
import type { CheckedAccount } from './decide-preflight.ts'

export type AccountAtSite = Pick<CheckedAccount, 'unpaidItems' | 'refused'> & { openAuctions: OpenAuction[] | null }

/** Reads an account's open auctions and unpaid items from the site; null where the site gives no answer. Throws `unauthorized`. */
export async function checkAccount(ctx: SiteLoginCtx, accountId: number): Promise<AccountAtSite> {
  const { marketplace, clock } = ctx
  const refused = await findLastRefusal(ctx, accountId)
  const session = await nullOnFailure(openSiteSession(ctx, accountId, { purpose: 'read', validUntil: clock.now() }))
  if (!session) return { openAuctions: null, unpaidItems: null, refused }
  return {
    openAuctions: await readFromSite(ctx, 'open-auctions', () => marketplace.openAuctions(session)),
    unpaidItems: await readFromSite(ctx, 'open-orders', async () => {
      const at = clock.now()
      const reading = marketplace.openOrders(session)
      await noteOrders(ctx.db, { accountId, siteId: marketplace.id, list: 'unpaid', at }, reading)
      return (await reading).length
    }),
    refused,
  }
}

async function readFromSite<T>(ctx: SiteLoginCtx, item: string, read: () => Promise<T>): Promise<T | null> {
  if ((await acquireRead(ctx)) !== 'granted') return null
  return nullOnFailure(
    read().catch(async (error: unknown) => {
      if (error instanceof SiteError) await ctx.readBudget.report(error, { item, trial: false })
      throw error
    }),
  )
}

/** Resolves with null for failures of the site and of our rules. Rejects if the site no longer accepts the login. */
async function nullOnFailure<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result
  } catch (error) {
    if (error instanceof SiteError && error.kind === 'unauthorized') throw error
    if (error instanceof SiteError || error instanceof AppError) return null
    throw error
  }
}

/** The account's latest bid that reached the site, if the site refused it for a limit on the account. */
async function findLastRefusal({ db }: SiteLoginCtx, accountId: number): Promise<CheckedAccount['refused']> {
  const last = await db
    .selectFrom('bids')
    .select(['outcome', 'site_message'])
    .where('account_id', '=', accountId)
    .where((bid) => bid.or([bid('executed_at', 'is not', null), bid('outcome', '=', 'account_limit')]))
    .orderBy((bid) => bid.fn.coalesce('executed_at', 'settled_at'), 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.outcome === 'account_limit' ? { siteMessage: last.site_message } : null
}
