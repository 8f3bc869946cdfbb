import { formatCents, messages, type PreflightCode, type PreflightFinding, type Remedy } from '@bidwell/contract'
import { FINAL_CHECKPOINT_MS, CUTOFF_MS } from '../bid-log/plan-preflight.ts'

const { preflight: say } = messages

/** The site's rules: an account younger than 30 days leads no more than this; with as many unpaid items none may bid. */
const MOST_LED_WHILE_YOUNG = 15
const UNPAID_THAT_BLOCK = 15
/** A site in fault loses items for a while: one miss is not believed yet. */
const MISSES_BELIEVED = 2

/** Instants are epoch ms on the site's clock, money is integer cents. */
export type CheckedBid = {
  maxBidCents: number
  fireAt: number
  /** The end that it was scheduled or last changed for, if that has moved since. */
  endedBefore: number | null
}

/** What the site showed of the item, or what was last known of it. */
export type CheckedItem = {
  endsAt: number
  closed: 'ended' | 'ended_early' | 'withdrawn' | null
  priceCents: number
  nextBidCents: number
  /** `missing`: the site answered that it has no such item, so often in a row. */
  look: { kind: 'seen' } | { kind: 'unreachable' } | { kind: 'missing'; times: number }
}

/** How the login at the site stands, once it has been tried. */
export type CheckedLogin =
  | { kind: 'works'; /** Epoch ms. */ until: number | null }
  | { kind: 'missing' }
  | { kind: 'refused'; siteMessage: string | null }
  /** No login is tried before then. */
  | { kind: 'paused'; until: number }
  | { kind: 'untold' }

/** What keeps the site from taking bids of an account, as far as it can be known; null: it could not be read. */
export type CheckedAccount = {
  /** When the auctions end that the user leads, this bid's own left out; epoch ms. */
  leads: readonly number[] | null
  unpaidItems: number | null
  /** The last bid that reached the site was refused for a limit on the account. */
  refused: { siteMessage: string | null } | null
}

/** The site's name, and where people go there. */
export type SiteForPeople = { name: string; itemUrl: string; ordersUrl: string }

export type Checked = { bid: CheckedBid; item: CheckedItem; login: CheckedLogin; account: CheckedAccount }

/**
 * What stands in the way of a bid, worst first; nothing: it is ready. `now` is epoch ms on the site's clock. Pure.
 */
export function decidePreflight(
  { bid, item, login, account }: Checked,
  now: number,
  { name, itemUrl, ordersUrl }: SiteForPeople,
): PreflightFinding[] {
  const urls: Record<Remedy, string | null> = {
    raise_bid: null,
    reconnect: null,
    review_item: itemUrl,
    pay_at_site: ordersUrl,
    none: null,
  }
  const findings = [
    ...aboutItem(item, bid, now, name),
    ...aboutLogin(login, bid, item, now, name),
    ...aboutAccount(account, bid, name),
    ...aboutReach(item, login, name),
  ].map((finding) => ({ ...finding, url: urls[finding.remedy] }))
  return findings.toSorted((a, b) => WORST_FIRST.indexOf(a.severity) - WORST_FIRST.indexOf(b.severity))
}

const WORST_FIRST = ['red', 'amber']

type Found = Omit<PreflightFinding, 'url'>

function aboutItem(item: CheckedItem, bid: CheckedBid, now: number, site: string): Found[] {
  if (item.closed === 'withdrawn') return [red('item_withdrawn', say.itemWithdrawn(site), 'none')]
  if (item.closed === 'ended_early') return [red('item_ended_early', say.itemEndedEarly, 'review_item')]
  if (item.closed === 'ended' || item.endsAt <= now) return [red('item_ended', say.itemEnded, 'review_item')]
  const missing = item.look.kind === 'missing' ? [missed(item.look.times, site)] : []
  return [...missing, ...aboutPrice(item, bid), ...aboutEnd(item, bid)]
}

function missed(times: number, site: string): Found {
  const found = times >= MISSES_BELIEVED ? red : amber
  return found('item_missing', say.itemMissing(site), 'review_item')
}

function aboutPrice({ priceCents, nextBidCents }: CheckedItem, { maxBidCents }: CheckedBid): Found[] {
  if (maxBidCents >= nextBidCents) return []
  const maximum = formatCents(maxBidCents)
  return priceCents > maxBidCents
    ? [red('price_past_maximum', say.pricePastMaximum(formatCents(priceCents), maximum), 'raise_bid')]
    : [red('below_next_bid', say.belowNextBid(formatCents(nextBidCents), maximum), 'raise_bid')]
}

function aboutEnd({ endsAt }: CheckedItem, { endedBefore }: CheckedBid): Found[] {
  if (endedBefore === null || endedBefore === endsAt) return []
  const says = say.endMoved(inWords(Math.abs(endsAt - endedBefore)), endsAt > endedBefore)
  return [amber('end_moved', says, 'review_item')]
}

function aboutLogin(
  login: CheckedLogin,
  { fireAt }: CheckedBid,
  { endsAt }: CheckedItem,
  now: number,
  site: string,
): Found[] {
  switch (login.kind) {
    case 'missing':
      return [red('login_missing', say.loginMissing(site), 'reconnect')]
    case 'refused':
      return [red('login_refused', say.loginRefused(site, login.siteMessage), 'reconnect')]
    case 'paused': {
      const found = login.until > fireAt - CUTOFF_MS ? red : amber
      return [found('login_paused', say.loginPaused(site), 'reconnect')]
    }
    case 'works': {
      const tooShort = login.until !== null && login.until <= endsAt && fireAt - now <= FINAL_CHECKPOINT_MS
      return tooShort ? [amber('login_too_short', say.loginTooShort(site), 'none')] : []
    }
    case 'untold':
      return []
  }
}

/** How old an account is the site does not tell, so the young one's limit is known only once the site has held to it. */
function aboutAccount({ leads, unpaidItems, refused }: CheckedAccount, { fireAt }: CheckedBid, site: string) {
  const findings: Found[] = []
  const ledStill = leads?.filter((endsAt) => endsAt > fireAt).length ?? 0
  if (ledStill >= MOST_LED_WHILE_YOUNG) {
    const found = refused ? red : amber
    findings.push(found('leading_many', say.leadingMany(site, ledStill), 'none'))
  }
  if (unpaidItems !== null && unpaidItems >= UNPAID_THAT_BLOCK) {
    findings.push(red('unpaid_items', say.unpaidItems(site, unpaidItems), 'pay_at_site'))
  }
  const untold = leads === null || unpaidItems === null
  if (refused && untold && findings.length === 0) {
    findings.push(amber('account_limit', say.accountLimit(site, refused.siteMessage), 'pay_at_site'))
  }
  return findings
}

function aboutReach({ look }: CheckedItem, login: CheckedLogin, site: string): Found[] {
  const reached = look.kind !== 'unreachable' && login.kind !== 'untold'
  return reached ? [] : [amber('site_unreachable', say.siteUnreachable(site), 'none')]
}

const red = (code: PreflightCode, says: string, remedy: Remedy) => ({ code, severity: 'red' as const, says, remedy })
const amber = (code: PreflightCode, says: string, remedy: Remedy) => ({
  code,
  severity: 'amber' as const,
  says,
  remedy,
})

/** `2 d 3 h`, `1 h 5 min`, `40 s`: the two largest parts. */
function inWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .slice(0, 2)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
