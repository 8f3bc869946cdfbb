import { formatCents, messages, type PreflightCode, type PreflightFinding, type Remedy } from '@bidwell/contract'
import { FINAL_CHECKPOINT_MS } from '../bids/preflight-due.ts'

/** The site's rule: an account that is younger than 30 days can lead at most this many auctions. */
const MAX_LEADS_OF_YOUNG_ACCOUNT = 15
/** The site's rule: an account with this many unpaid items cannot bid. */
const BLOCKING_UNPAID_ITEMS = 15
/** A failing site omits items for a while, so the first miss is only a warning. */
const MISSING_AFTER_MS = 60_000

/** Instants are epoch ms on the site's clock, money is integer cents. */
export type CheckedBid = {
  maxBidCents: number
  fireAt: number
  /** The auction's end when the owner scheduled or last changed the bid, if the end has moved since. */
  previousEnd: number | null
}

/** The item as the site shows it, or its last known state. */
export type CheckedItem = {
  endsAt: number
  closed: 'ended' | 'ended_early' | 'withdrawn' | null
  priceCents: number
  nextBidCents: number
  /** `missing`: the site has answered for so long that it has no such item. */
  reading: { kind: 'read' } | { kind: 'unreachable' } | { kind: 'missing'; forMs: number }
}

/** The state of the login at the site. Epoch ms. */
export type CheckedLogin =
  | { kind: 'works'; until: number | null }
  | { kind: 'missing' }
  /** The stored login may be sent only to an earlier address of the site. */
  | { kind: 'other_host' }
  /** A session that is left goes on until `sessionUntil`; 0 for none. */
  | { kind: 'refused'; siteMessage: string | null; sessionUntil: number }
  | { kind: 'unknown' }

/** What can keep the site from accepting an account's bids. Null: it could not be read. */
export type CheckedAccount = {
  /** When the other auctions end that the user leads; epoch ms. */
  leads: readonly number[] | null
  unpaidItems: number | null
  /** Set if the site refused the latest bid that reached it for a limit on the account. */
  refused: { siteMessage: string | null } | null
}

/** The site's name and addresses, as shown to users. */
export type SiteLinks = { name: string; itemUrl: string; ordersUrl: string }

export type Checked = { bid: CheckedBid; item: CheckedItem; login: CheckedLogin; account: CheckedAccount }

/**
 * What stands in the way of a bid, worst first. No findings means that the bid is ready. `now` is epoch ms on the site's
 * clock. Pure.
 */
export function decidePreflight(
  { bid, item, login, account }: Checked,
  now: number,
  { name, itemUrl, ordersUrl }: SiteLinks,
): PreflightFinding[] {
  const urls: Record<Remedy, string | null> = {
    raise_bid: null,
    reconnect: null,
    review_item: itemUrl,
    pay_at_site: ordersUrl,
    none: null,
  }
  const findings = [
    ...itemFindings(item, bid, now, name),
    ...loginFindings(login, bid, item, now, name),
    ...accountFindings(account, bid, name),
    ...reachFindings(item, login, name),
  ].map((finding) => ({ ...finding, url: urls[finding.remedy] }))
  return findings.toSorted((a, b) => WORST_FIRST.indexOf(a.severity) - WORST_FIRST.indexOf(b.severity))
}

const WORST_FIRST = ['red', 'amber']

type Finding = Omit<PreflightFinding, 'url'>

function itemFindings(item: CheckedItem, bid: CheckedBid, now: number, site: string): Finding[] {
  if (item.closed === 'withdrawn') return [red('item_withdrawn', messages.preflight.itemWithdrawn(site), 'none')]
  if (item.closed === 'ended_early') return [red('item_ended_early', messages.preflight.itemEndedEarly, 'review_item')]
  if (item.closed === 'ended' || item.endsAt <= now)
    return [red('item_ended', messages.preflight.itemEnded, 'review_item')]
  const missing = item.reading.kind === 'missing' ? [missingFinding(item.reading.forMs, site)] : []
  return [...missing, ...priceFindings(item, bid), ...endFindings(item, bid)]
}

function missingFinding(forMs: number, site: string): Finding {
  const severity = forMs >= MISSING_AFTER_MS ? red : amber
  return severity('item_missing', messages.preflight.itemMissing(site), 'review_item')
}

function priceFindings({ priceCents, nextBidCents }: CheckedItem, { maxBidCents }: CheckedBid): Finding[] {
  if (maxBidCents >= nextBidCents) return []
  const maximum = formatCents(maxBidCents)
  return priceCents > maxBidCents
    ? [red('price_past_maximum', messages.preflight.pricePastMaximum(formatCents(priceCents), maximum), 'raise_bid')]
    : [red('below_next_bid', messages.preflight.belowNextBid(formatCents(nextBidCents), maximum), 'raise_bid')]
}

function endFindings({ endsAt }: CheckedItem, { previousEnd }: CheckedBid): Finding[] {
  if (previousEnd === null || previousEnd === endsAt) return []
  const message = messages.preflight.endMoved(formatDuration(Math.abs(endsAt - previousEnd)), endsAt > previousEnd)
  return [amber('end_moved', message, 'review_item')]
}

function loginFindings(
  login: CheckedLogin,
  { fireAt }: CheckedBid,
  { endsAt }: CheckedItem,
  now: number,
  site: string,
): Finding[] {
  switch (login.kind) {
    case 'missing':
      return [red('login_missing', messages.preflight.loginMissing(site), 'reconnect')]
    case 'other_host':
      return [red('login_missing', messages.connection.otherHost(site), 'reconnect')]
    case 'refused': {
      const severity = login.sessionUntil > endsAt ? amber : red
      return [severity('login_refused', messages.preflight.loginRefused(site, login.siteMessage), 'reconnect')]
    }
    case 'works': {
      const tooShort = login.until !== null && login.until <= endsAt && fireAt - now <= FINAL_CHECKPOINT_MS
      return tooShort ? [amber('login_too_short', messages.preflight.loginTooShort(site), 'none')] : []
    }
    case 'unknown':
      return []
  }
}

/** The site does not show an account's age, so its limit for young accounts is certain only after a refusal. */
function accountFindings({ leads, unpaidItems, refused }: CheckedAccount, { fireAt }: CheckedBid, site: string) {
  const findings: Finding[] = []
  const leadsAtFireTime = leads?.filter((endsAt) => endsAt > fireAt).length ?? 0
  if (leadsAtFireTime >= MAX_LEADS_OF_YOUNG_ACCOUNT) {
    const severity = refused ? red : amber
    findings.push(severity('leading_many', messages.preflight.leadingMany(site, leadsAtFireTime), 'none'))
  }
  if (unpaidItems !== null && unpaidItems >= BLOCKING_UNPAID_ITEMS) {
    findings.push(red('unpaid_items', messages.preflight.unpaidItems(site, unpaidItems), 'pay_at_site'))
  }
  const isIncomplete = leads === null || unpaidItems === null
  if (refused && isIncomplete && findings.length === 0) {
    findings.push(amber('account_limit', messages.preflight.accountLimit(site, refused.siteMessage), 'pay_at_site'))
  }
  return findings
}

function reachFindings({ reading }: CheckedItem, login: CheckedLogin, site: string): Finding[] {
  const isReached = reading.kind !== 'unreachable' && login.kind !== 'unknown'
  return isReached ? [] : [amber('site_unreachable', messages.preflight.siteUnreachable(site), 'none')]
}

const red = (code: PreflightCode, message: string, remedy: Remedy) => ({
  code,
  severity: 'red' as const,
  message,
  remedy,
})
const amber = (code: PreflightCode, message: string, remedy: Remedy) => ({
  code,
  severity: 'amber' as const,
  message,
  remedy,
})

/** Formats the two largest units: `2 d 3 h`, `1 h 5 min`, `40 s`. */
function formatDuration(ms: number): string {
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
