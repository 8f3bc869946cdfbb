import { FINAL_CHECKPOINT_MS, GROUPING_WINDOW_MS } from '../bids/preflight-due.ts'
import type { SiteLoginCtx } from '../connections/site-login-ctx.ts'
import { acquireRead } from '../marketplace/rate-limiting/acquire-read.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { type AccountAtSite, checkAccount } from './check-account.ts'
import { checkItem } from './check-item.ts'
import { checkLogin, extendLogin } from './check-login.ts'
import { type ClaimedPreflight, claimPreflights, unclaimPreflights } from './claim-preflights.ts'
import { type CheckedItem, type CheckedLogin, decidePreflight } from './decide-preflight.ts'
import { recordPreflight } from './record-preflight.ts'
import { rereadQuote } from './reread-quote.ts'

/**
 * Runs at most `limit` due preflights: the login is verified once for each account. Preflights that the site's budget
 * does not allow stay due. Returns how many preflights were claimed. Rejects with all failures after every preflight has
 * ended; a failed preflight is repeated when its claim expires. Aborting `signal` unclaims preflights that have not
 * started.
 */
export async function runPreflights(ctx: SiteLoginCtx, limit: number, signal: AbortSignal): Promise<number> {
  const { db, clock, marketplace } = ctx
  const claimed = await claimPreflights(db, marketplace.id, limit, await siteNow(db, marketplace.id, clock))
  const byAccount = Map.groupBy(claimed, ({ accountId }) => accountId)
  const results = await Promise.allSettled(
    [...byAccount].map(([accountId, preflights]) => runPreflightsOf(ctx, accountId, preflights, signal)),
  )
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  if (failures.length > 0) throw new AggregateError(failures, `The preflights of ${failures.length} accounts failed`)
  return claimed.length
}

async function runPreflightsOf(
  ctx: SiteLoginCtx,
  accountId: number,
  preflights: ClaimedPreflight[],
  signal: AbortSignal,
) {
  const login = await checkLoginAndAccount(ctx, accountId, preflights)
  if (login === 'no_budget') return unclaimPreflights(ctx.db, preflights)

  for (const [index, preflight] of preflights.entries()) {
    const item = signal.aborted ? null : await checkItem(ctx, preflight.auctionId)
    if (!item) return unclaimPreflights(ctx.db, preflights.slice(index))
    if (item.closed === null) await rereadQuote(ctx, preflight, await siteNow(ctx.db, ctx.marketplace.id, ctx.clock))
    await recordFindings(ctx, preflight, item, login)
  }
}

type LoginAndAccount = { login: CheckedLogin; account: AccountAtSite }

const UNKNOWN_ACCOUNT: AccountAtSite = { openAuctions: null, unpaidItems: null, refused: null }

async function checkLoginAndAccount(
  ctx: SiteLoginCtx,
  accountId: number,
  preflights: ClaimedPreflight[],
): Promise<LoginAndAccount | 'no_budget'> {
  const grant = await acquireRead(ctx)
  if (grant === 'no_budget') return 'no_budget'
  if (grant === 'site_failing') {
    return { login: await checkLogin(ctx, accountId, 'never'), account: UNKNOWN_ACCOUNT }
  }
  const loginNeededUntil = lastEnd(preflights, await siteNow(ctx.db, ctx.marketplace.id, ctx.clock))
  let login = await checkLogin(ctx, accountId, 'if_stale')
  if (login.kind !== 'works') return { login, account: UNKNOWN_ACCOUNT }
  if (login.until !== null && login.until <= loginNeededUntil) {
    login = await extendLogin(ctx, accountId, loginNeededUntil)
  }
  try {
    return { login, account: await checkAccount(ctx, accountId) }
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    // The site no longer accepts a login that was verified a moment ago.
    return { login: await checkLogin(ctx, accountId, 'always'), account: UNKNOWN_ACCOUNT }
  }
}

/** The latest end of the auctions whose bids have their final preflight now; 0 if there is none. Epoch ms. */
const lastEnd = (preflights: ClaimedPreflight[], now: number) =>
  Math.max(
    0,
    ...preflights
      .filter(({ fireAt }) => fireAt.getTime() - now <= FINAL_CHECKPOINT_MS + GROUPING_WINDOW_MS)
      .map(({ endsAt }) => endsAt.getTime()),
  )

async function recordFindings(
  { db, clock, marketplace }: SiteLoginCtx,
  preflight: ClaimedPreflight,
  item: CheckedItem,
  { login, account }: LoginAndAccount,
) {
  const { auctionId, maxBidCents, fireAt, previousEnd } = preflight
  const { openAuctions, ...limits } = account
  const otherLeads = openAuctions?.filter((auction) => auction.leads === true && auction.auctionId !== auctionId)
  const checked = {
    bid: { maxBidCents, fireAt: fireAt.getTime(), previousEnd },
    item,
    login,
    account: { ...limits, leads: otherLeads?.map(({ endsAt }) => endsAt ?? Infinity) ?? null },
  }
  const at = await siteNow(db, marketplace.id, clock)
  const { siteName: name, ordersUrl } = marketplace
  const findings = decidePreflight(checked, at, { name, ordersUrl, itemUrl: marketplace.itemUrl(auctionId) })
  const isAccountRead = openAuctions !== null && account.unpaidItems !== null
  await recordPreflight(db, preflight, { findings, isAccountRead }, at)
}
