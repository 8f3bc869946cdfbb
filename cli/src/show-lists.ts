import {
  auctionFromWire,
  formatDay,
  type Import,
  messages,
  type OwnToken,
  type Receipt,
  type WireAuction,
  type WireBid,
  type WireBidRequest,
  type WireHistoryEntry,
} from '@bidwell/contract'
import { clean, left, money, table, when } from './print.ts'

/* What people read in place of JSON. */

/** `now` is epoch ms. */
export const showAuctions = (auctions: readonly WireAuction[], now: number): string =>
  table(
    ['ITEM', 'ENDS IN', 'PRICE', 'BIDS', 'MAX', 'STATUS', 'TITLE'],
    auctions
      .map(auctionFromWire)
      .map((auction) => [
        auction.auctionId,
        left(auction.endsOn - now),
        money(auction.currentBid),
        String(auction.bidCount),
        money(auction.maxBid),
        auction.status,
        auction.title,
      ]),
  )

export const showImport = ({ results }: Import): string =>
  table(
    ['TRACKED', 'TRACKED BEFORE', 'NOT TRACKED', 'CANCELLED'],
    [[results.tracked, results.already_tracked, results.failed, results.cancelled].map(String)],
  )

export const showBids = (bids: readonly WireBid[]): string =>
  table(
    ['BID', 'ITEM', 'MAX', 'BEFORE', 'PLANNED FOR', 'STATE', 'TITLE'],
    bids.map((bid) => [
      String(bid.id),
      bid.auction_id,
      money(bid.max_bid),
      `${bid.seconds_before_end} s`,
      when(Date.parse(bid.fire_at)),
      bidState(bid),
      bid.title,
    ]),
  )

export const showHistory = (entries: readonly WireHistoryEntry[]): string =>
  table(
    ['WHEN', 'RESULT', 'PRICE', 'MAX', 'BID', 'ITEM', 'TITLE'],
    entries.map((entry) => [
      when(Date.parse(entry.at)),
      messages.history.results[entry.result],
      money(entry.paid ?? entry.final_price),
      money(entry.max),
      entry.bid === null ? '–' : String(entry.bid.id),
      entry.auction_id,
      entry.title,
    ]),
  )

/** Instants are UTC on the site's clock, to the millisecond. */
export function showReceipt({ bid, summary, note, site_words: words, events }: Receipt): string {
  const lines = [
    `Bid ${bid.id} on ${bid.auction_id}: ${bid.title}`,
    `At most ${money(bid.max_bid)}, ${bid.seconds_before_end} s before the close: ${bidState(bid)}`,
    summary,
    ...(note === null ? [] : [note]),
    ...(words === null ? [] : [`The site said: “${words}”`]),
  ]
  const log = events.map(({ at, kind, message }) => [at, kind.replaceAll('_', ' '), message])
  return `${lines.map(clean).join('\n')}\n\n${table(['SITE TIME', 'WHAT', ''], log)}`
}

export const showRequests = (requests: readonly WireBidRequest[]): string =>
  table(
    ['REQUEST', 'ITEM', 'MAX', 'BEFORE', 'STATE', 'TITLE'],
    requests.map((request) => [
      String(request.id),
      request.auction_id,
      money(request.max_bid),
      `${request.seconds_before_end} s`,
      request.state,
      request.title,
    ]),
  )

export function showToken({ name, scope, expires_at, left_today, ...caps }: OwnToken): string {
  const lines = [`${name} may ${SCOPES[scope]}, until ${when(Date.parse(expires_at))}`]
  if (left_today !== null) {
    lines.push(
      `At most ${money(caps.max_bid)} for a bid and ${money(caps.day_cap)} for a day: ${money(left_today)} left for today`,
    )
    for (const { day, left: rest } of caps.days)
      if (day !== caps.today) lines.push(`${money(rest)} left for ${formatDay(day)}`)
  }
  if (caps.ask_above !== null) lines.push(`Above ${money(caps.ask_above)}, a bid waits for its owner`)
  return lines.map(clean).join('\n')
}

const SCOPES = { read: 'read', track: 'read and track', bid: 'read, track and bid' } as const

/** `waiting`, `locked in`, `won`. */
export const bidState = ({ phase, status }: WireBid): string =>
  (phase === 'settled' ? status : phase).replaceAll('_', ' ')
