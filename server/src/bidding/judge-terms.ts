import {
  auctionDay,
  BID_REQUEST,
  centsFromDollars,
  formatCents,
  formatDay,
  GROUP,
  maximumFault,
  messages,
  needsConfirmation,
  type Quote,
  referencePriceCents,
  type Uses,
  withBid,
} from '@bidwell/contract'
import type { TaxAndMargin } from '../bids/delivered-price/follow-costs.ts'
import type { CostColumns } from '../bids/delivered-price/listing-costs.ts'
import { costInputsOf, reckonDelivered } from '../bids/delivered-price/read-delivered.ts'
import { pendingTerms } from '../bids/terms.ts'
import type { TokenCaller } from '../http/route.ts'
import type { Terms } from '../platform/database/json-columns.ts'
import type { BidRow, ListingRow } from '../platform/database/tables.ts'
import { AppError, fieldError } from '../platform/errors.ts'
import type { Typed } from './read-amounts.ts'
import {
  countedGroupOf,
  countsAsNew,
  type Limits,
  limitsOf,
  refuseOver,
  highestMaxCents,
  stakeOf,
  standingStake,
} from './stakes.ts'
import { NeedsOwner } from './waiting/ask-owner.ts'

/** With less time than this before the end, arming and firing may not fit any more. */
export const MIN_TIME_LEFT_MS = 3_000

/** What somebody wants of a bid. What is left out stays as it stands. */
export type Wanted = {
  typed?: Typed | null
  secondsBeforeEnd?: number | null
  /** Dollars: repeats a maximum far above the price, or the delivered price that it follows from. */
  confirmMaxBid?: number | undefined
  /** The group that the bid joins. */
  group?: { id: number } | null
}

type Caps = Pick<TokenCaller['token'], 'maxBidCents' | 'dayCapCents' | 'askAboveCents'>

/** All that the terms of a bid are judged against, as `readWorld` reads it. */
export type World = {
  /** Epoch ms on the site's clock. */
  at: number
  siteName: string
  listing: CostColumns &
    Pick<ListingRow, 'ends_at' | 'closed_at' | 'bid_count'> &
    Pick<ListingRow, 'starting_price_cents' | 'current_price_cents' | 'minimum_bid_cents'>
  trackedAuctionId: number
  /** The pending bid that gets the terms; null for a new one. */
  standing: BidRow | null
  account: Limits & TaxAndMargin
  /** What the site asks for shipping to the account's ZIP code; null while that is not known. */
  quote: Quote | null
  /** The maximum of the account's bid on the item that the site has accepted; null without one. */
  atSiteCents: number | null
  /** Another account with the same login has a bid on the item that can go out or win. */
  hasSharersBid: boolean
  /** How many bids the wanted group has; 0 without one. */
  membersOfGroup: number
  /** What the account's other bids may cost, dollars; empty for an account without a limit. */
  others: Uses
  /** The program that asks, and what its other bids on the auctions of that day may come to; null for a person. */
  token: (Caps & { spentOfDayCents: number }) | null
}

/**
 * Judges what somebody wants of a bid: of a new one, a changed one, a restored one that is kept, and one that joins a group. Returns
 * the terms that it then has, or throws the first refusal: `auction_over`, `too_late`, `rule_broken`, `bid_too_low`, `conflict`,
 * `confirmation_needed`, `day_limit_reached` and its likes, `token_cap_reached`, and `NeedsOwner`. An amount that stays may be under the
 * price: the bid goes out if the price allows it by then. Pure.
 */
export function judgeTerms(wanted: Wanted, world: World): Terms {
  requireTime(world)
  const terms = termsWanted(wanted, world)
  if (wanted.typed) requireAcceptable(terms, world.listing)
  requireOneBidder(world)
  requirePlace(wanted, world)
  if (wanted.typed) requireConfirmed(terms, wanted, world)
  requireWithinLimits(terms, wanted, world)
  requireWithinCaps(terms, wanted, world)
  return terms
}

/** A bid whose moment has passed is still accepted: it goes out as soon as an engine has armed it. */
function requireTime({ listing, at }: World) {
  const leftMs = listing.ends_at.getTime() - at
  if (listing.closed_at || leftMs <= 0) throw new AppError('auction_over', messages.auction.alreadyOver)
  if (leftMs < MIN_TIME_LEFT_MS) throw new AppError('too_late', messages.bidRefusal.endsTooSoon)
}

function termsWanted(wanted: Wanted, world: World): Terms {
  const before = world.standing && pendingTerms(world.standing)
  const amounts = wanted.typed ? amountsTyped(wanted.typed, before, world) : before
  const lead = wanted.secondsBeforeEnd ?? before?.secondsBeforeEnd
  if (!amounts || lead === undefined) throw new Error('A new bid has an amount and a lead')
  const { maxBidCents, delivered } = amounts
  // Why a bid was once lowered no longer applies: its owner has set it anew.
  const unlowered = delivered && { ...delivered, basis: { ...delivered.basis, lowered: null } }
  return { maxBidCents, delivered: unlowered, secondsBeforeEnd: lead }
}

function amountsTyped(typed: Typed, before: Terms | null, { listing, account, quote }: World) {
  requireDeliveredKept(typed, before)
  if (!typed.wish) return { maxBidCents: typed.maxBidCents, delivered: null }
  return reckonDelivered(costInputsOf(account, quote, typed.wish), listing, typed.wish.allInCents)
}

/** A second tab, a file and a program need not know of a delivered price, and do not replace it by a maximum alone. */
function requireDeliveredKept(typed: Typed, before: Terms | null) {
  if (!before?.delivered || typed.wish || typed.leavesDelivered) return
  throw fieldError('maxBid', messages.delivered.hasDelivered(formatCents(before.delivered.allInCents)))
}

/** The site would refuse a lower maximum. Of a delivered price, the sentence says what the maximum comes to: nobody has typed it. */
function requireAcceptable({ maxBidCents, delivered }: Terms, listing: World['listing']) {
  const { bid_count: bidCount, starting_price_cents, minimum_bid_cents } = listing
  const fault = maximumFault(maxBidCents, {
    bidCount,
    lowestCents: bidCount === 0 ? starting_price_cents : minimum_bid_cents,
  })
  if (fault === null) return
  if (!delivered) throw fieldError('maxBid', fault, 'bid_too_low')
  throw fieldError('allIn', messages.delivered.bidIs(formatCents(maxBidCents), `${fault}.`), 'bid_too_low')
}

/** Two accounts with one login are one bidder at the site, which has at most one bid on an item that can go out or win. */
function requireOneBidder({ standing, atSiteCents, hasSharersBid, siteName }: World) {
  if (standing === null && atSiteCents !== null)
    throw new AppError('conflict', messages.bid.alreadyAtSite(formatCents(atSiteCents)))
  if (countsAsNew(standing) && hasSharersBid) throw new AppError('conflict', messages.bid.sharedLoginBids(siteName))
}

function requirePlace({ group }: Wanted, { standing, membersOfGroup }: World) {
  if (!group || standing?.group_id === group.id || membersOfGroup < GROUP.maxMembers) return
  throw new AppError('conflict', messages.bidGroup.full(GROUP.maxMembers))
}

/** A maximum far above the price is confirmed, unless the bid has it already. */
function requireConfirmed({ maxBidCents, delivered }: Terms, { confirmMaxBid }: Wanted, { listing, standing }: World) {
  if (standing && pendingTerms(standing).maxBidCents === maxBidCents) return
  const prices = {
    bidCount: listing.bid_count,
    currentCents: listing.current_price_cents,
    minimumCents: listing.minimum_bid_cents,
  }
  if (!needsConfirmation(maxBidCents, prices)) return
  if (confirmMaxBid !== undefined && centsFromDollars(confirmMaxBid) === (delivered?.allInCents ?? maxBidCents)) return
  const { confirmAmount } = delivered ? messages.delivered : messages.bidRefusal
  const message = confirmAmount(formatCents(maxBidCents), formatCents(referencePriceCents(prices)))
  throw fieldError('confirmMaxBid', message, 'confirmation_needed')
}

/** The bids of a day, a week and a month cost no more than the account allows. What gets no dearer is not refused. */
function requireWithinLimits(terms: Terms, { group }: Wanted, { listing, standing, account, others }: World) {
  const groupBefore = standing && countedGroupOf(standing)
  const groupId = group ? group.id : groupBefore
  const stake = stakeOf(terms)
  // A restored bid counts as nothing before it is kept.
  const replaced = standing && !countsAsNew(standing) ? standingStake(standing) : { costCents: 0, besidesCents: 0 }
  if (stake.costCents <= replaced.costCents && groupId === groupBefore) return
  const day = auctionDay(listing.ends_at.getTime())
  const before = standing ? withBid(others, { day, ...replaced, groupId: groupBefore }) : others
  const bid = { day, ...stake, groupId }
  const field = terms.delivered ? 'allIn' : 'maxBid'
  refuseOver({ limits: limitsOf(account), others, before, after: withBid(others, bid), bid, days: [day], field })
}

const overCap = (message: string, field = 'maxBid') => fieldError(field, message, 'token_cap_reached')

/** A program raises no maximum over a cap of its token, and asks its owner above another amount. */
function requireWithinCaps({ maxBidCents, delivered, secondsBeforeEnd }: Terms, { group }: Wanted, world: World) {
  const { at, token, standing, listing, trackedAuctionId } = world
  if (!token || (standing && maxBidCents <= highestMaxCents(standing))) return
  const { maxBidCents: bidCap, dayCapCents: dayCap, askAboveCents, spentOfDayCents } = token
  const { overBidCap, overDayCap, askWithMaximum } = messages.apiToken
  // Caps are null only without the right to bid: such a call was refused before.
  if (bidCap === null || dayCap === null || maxBidCents > bidCap) throw overCap(overBidCap(formatCents(bidCap ?? 0)))
  const totalCents = maxBidCents + spentOfDayCents
  if (totalCents > dayCap) {
    const day = formatDay(auctionDay(listing.ends_at.getTime()))
    throw overCap(overDayCap({ day, total: formatCents(totalCents), cap: formatCents(dayCap) }))
  }
  if (askAboveCents === null || maxBidCents <= askAboveCents) return
  // A request keeps its maximum and its lead only: its group or its delivered price would be lost.
  const field = group ? 'groupId' : delivered ? 'allIn' : null
  if (field) throw overCap(askWithMaximum(formatCents(askAboveCents)), field)
  // A request has ended by then, so nobody would see it.
  if (listing.ends_at.getTime() - at <= BID_REQUEST.endsBeforeMs)
    throw new AppError('too_late', messages.apiToken.tooLateToAsk)
  throw new NeedsOwner({ trackedAuctionId, maxBidCents, secondsBeforeEnd }, askAboveCents)
}
