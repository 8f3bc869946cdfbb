import type { ReadDeps } from '../auctions/read-item.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { FINAL_CHECKPOINT_MS, GROUPING_WINDOW_MS } from '../bid-log/plan-preflight.ts'
import type { SessionDeps } from '../connections/open-site-session.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { type AccountAtSite, checkAccount } from './check-account.ts'
import { checkItem } from './check-item.ts'
import { checkLogin, makeLoginLast } from './check-login.ts'
import { type ClaimedPreflight, claimPreflights, unclaimPreflight } from './claim-preflights.ts'
import { type CheckedLogin, decidePreflight } from './decide-preflight.ts'
import { recordPreflight } from './record-preflight.ts'
import { takeReadSoon } from './take-read.ts'

export type PreflightDeps = ReadDeps & SessionDeps

/**
 * Checks ahead the bids that are due for it, at most `limit` of them: one proof of the login for each account, one
 * reading for each item. What the site's budget has no room for stays due. Answers how many were taken; rejects with
 * what went wrong once all are through, and those are taken again later. `signal` gives back what is not begun.
 */
export async function runPreflights(deps: PreflightDeps, limit: number, signal: AbortSignal): Promise<number> {
  const { db, clock, marketplace } = deps
  const claimed = await claimPreflights(db, marketplace.id, limit, await siteNow(db, marketplace.id, clock))
  const ofAccounts = Map.groupBy(claimed, ({ accountId }) => accountId)
  const done = await Promise.allSettled([...ofAccounts].map(([id, bids]) => checkBidsOf(deps, id, bids, signal)))
  const failures = done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} checks ahead of bids failed`)
  return claimed.length
}

async function checkBidsOf(deps: PreflightDeps, accountId: number, bids: ClaimedPreflight[], signal: AbortSignal) {
  const { db, clock, marketplace } = deps
  const granted = await takeReadSoon(deps)
  if (granted === 'no_room') return giveBack(deps, bids)
  const mustLastUntil = lastEnd(bids, await siteNow(db, marketplace.id, clock))
  const { login, account } =
    granted === 'granted'
      ? await checkWho(deps, accountId, mustLastUntil)
      : { login: await checkLogin(deps, accountId, { ask: false }), account: NOTHING_TOLD }

  for (const [place, bid] of bids.entries()) {
    const item = signal.aborted ? null : await checkItem(deps, bid.auctionId)
    if (!item) return giveBack(deps, bids.slice(place))
    const { open, ...limits } = account
    const leads = open?.filter(({ leads, auctionId }) => leads && auctionId !== bid.auctionId) ?? null
    const checked = {
      bid: { maxBidCents: bid.maxBidCents, fireAt: bid.fireAt.getTime(), endedBefore: bid.endedBefore },
      item,
      login,
      account: { ...limits, leads: leads && leads.map(({ endsAt }) => endsAt) },
    }
    const at = await siteNow(db, marketplace.id, clock)
    const { siteName: name, ordersUrl } = marketplace
    const site = { name, ordersUrl, itemUrl: marketplace.itemUrl(bid.auctionId) }
    await recordPreflight(db, bid, decidePreflight(checked, at, site), at)
  }
}

const NOTHING_TOLD: AccountAtSite = { open: null, unpaidItems: null, refused: null }

async function checkWho(
  deps: PreflightDeps,
  accountId: number,
  mustLastUntil: number,
): Promise<{ login: CheckedLogin; account: AccountAtSite }> {
  let login = await checkLogin(deps, accountId, { ask: true })
  if (login.kind !== 'works') return { login, account: NOTHING_TOLD }
  if (login.until !== null && login.until <= mustLastUntil) login = await makeLoginLast(deps, accountId, mustLastUntil)
  try {
    return { login, account: await checkAccount(deps, accountId) }
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    // It was proven a moment ago, and the site has dropped it since.
    return { login: await checkLogin(deps, accountId, { ask: true, anew: true }), account: NOTHING_TOLD }
  }
}

/** The latest end, of those before which this is the last check; epoch ms. */
const lastEnd = (bids: ClaimedPreflight[], now: number) =>
  Math.max(
    0,
    ...bids
      .filter(({ fireAt }) => fireAt.getTime() - now <= FINAL_CHECKPOINT_MS + GROUPING_WINDOW_MS)
      .map(({ endsAt }) => endsAt.getTime()),
  )

async function giveBack({ db }: PreflightDeps, bids: ClaimedPreflight[]) {
  for (const bid of bids) await unclaimPreflight(db, bid)
}
