import { closeOf } from '../site/model-item.ts'
import type { ModelBid } from '../store/model-database.ts'
import { isJournalFound } from '../world/processes.ts'
import type { Sending, World } from '../world/world.ts'
import { classifyBid } from './classify-bid.ts'
import { checkFreed, checkGroupEnd } from './group-rules.ts'
import { isUnknownToDatabase } from './lost-commits.ts'
import { isMisledByPages, isProven, shownOf } from './proofs.ts'
import { type Broken, violationsOf } from './violations.ts'

/** Says how a bid at the end of a run breaks the rule. */
type EndRule = (world: World, bid: ModelBid, end: End) => Broken

/** How a run ended. `isMended`: after its faults everything had the time to come to its end. */
export type End = { isMended: boolean }

/** What clocks drift between a sample and a sending, and are read apart. */
const MAX_OFF_MS = 60
/** Two sendings of one bid are further apart. */
const SAME_MS = 10

const NEGATIVE = new Set<ModelBid['status']>(['lost', 'outbid', 'failed', 'auction_ended'])
const CLOSING_KINDS = new Set(['settled', 'failed', 'skipped', 'group_skipped'])

const END_RULES = {
  'I1 no lost bid': (world, bid) => {
    const bidClass = classifyBid(world, bid)
    return bidClass.kind === 'lost_needlessly' && `was lost: ${bidClass.because}`
  },
  'I6 truthful status': (world, bid) => !isTruthful(world, bid) && 'has an untrue status',
  'I6 nothing is negative without a proof': (world, bid) =>
    NEGATIVE.has(bid.status) && bid.outcome !== 'own_maximum' && !isProven(world, bid) && 'was not shown to be so',
  'I6 an early end was one': (world, bid) =>
    (bid.outcome === 'ended_early' || bid.outcome === 'withdrawn') &&
    !endedEarly(world, bid) &&
    !world.isMisled &&
    'did not end early',
  'I6 a missing login was missing': ({ faultWindows }, { bidId, outcome }) =>
    outcome === 'login_missing' &&
    faultWindows.of(bidId).every(({ reason }) => reason !== 'its login was changed') &&
    'ended for want of a login that was stored all the time',
  'I6 no login without a need': ({ site }, { accountId }) =>
    site.needlessLogins.includes(accountId) && 'logged in anew although its token was good',
  'I7 every snipe ends': (world, bid, { isMended }) =>
    isMended && isOpen(bid.status) && !isUnknowable(world, bid) && 'never settled',
  'I8 no engine holds what is over': (_, { status, engineId, pendingChange }, { isMended }) =>
    isMended &&
    !isOpen(status) &&
    (engineId !== null || pendingChange !== null) &&
    `over, but held by engine ${engineId} or with a pending change`,
  'I8 what is on a disk gets into the log': (world, { bidId, events }, { isMended }) => {
    if (!isMended) return null
    const unread = [...world.journals].flatMap(([name, entries]) => (isJournalFound(world, name) ? [] : entries))
    const unreadKeys = new Set(unread.flatMap((entry) => entry.events.map(({ key }) => key)))
    const missing = [...world.durableEvents].find(
      ([key, ofBid]) => ofBid === bidId && !events.has(key) && !unreadKeys.has(key) && key !== world.rejected?.key,
    )
    return missing && `event ${missing[0]} was on a disk, and is not in the log`
  },
  'I9 one end in the log': ({ rejected }, bid, { isMended }) => {
    const ends = detailsOf(bid).filter(({ kind }) => CLOSING_KINDS.has(kind)).length
    const needsEnd = isMended && bid.status !== 'cancelled' && !isOpen(bid.status) && rejected?.bidId !== bid.bidId
    return (ends > 1 || (needsEnd && ends === 0)) && `has ${ends} ends in its log`
  },
  'I9 each move once': ({ faults, clockSets }, { events }) => {
    // After a false close, and after a page that a suspended machine stored late, the true end counts as another move.
    if (faults.has('falseCloses') || faults.has('suspensions')) return null
    const inOrder = [...events.values()].toSorted((a, b) => a.at - b.at)
    const moves = inOrder.flatMap(({ engineId, detail }) =>
      detail.kind === 'end_moved' ? [{ to: detail.to, isByEngine: engineId !== null }] : [],
    )
    // By a clock that was set back, an engine's report may be older than the last reading: it moves nothing, the next reading does.
    const wasSetBack = clockSets.some(({ byMs }) => byMs < 0)
    const isRepeated = moves.some(({ to, isByEngine }, index) => {
      const before = moves[index - 1]
      return before?.to === to && !(wasSetBack && before.isByEngine && !isByEngine)
    })
    return isRepeated && 'has one move of its end twice in its log'
  },
  'I9 a told time is true': (world, bid) => {
    // A suspension between a sending and its record takes away the clock by which it was sent.
    if (world.faults.has('suspensions')) return null
    const wrong = toldTimesOf(world, bid).find(({ told, sending }) => {
      const offMs = Math.abs(told.at - sending.siteTime) - (told.uncertaintyMs ?? 0)
      return sending.isTimeKnown && offMs > MAX_OFF_MS
    })
    if (!wrong) return null
    const { told, sending } = wrong
    return `told ${Math.round(told.at - sending.siteTime)} ms wrong, ± ${Math.round(told.uncertaintyMs ?? 0)} ms`
  },
  'I10 a group wins no more than it may, for no more than its budget': checkGroupEnd,
  'I10 a lost bid frees its place within a minute': checkFreed,
  'I9 each sending once': ({ sendings }, bid) => {
    const logged = detailsOf(bid).filter(({ kind }) => kind === 'sent').length
    const sent = sendings.filter((it) => it.auctionId === bid.auctionId).length
    return logged > sent && `has ${logged} sendings in its log, and was sent ${sent} times`
  },
} satisfies Record<string, EndRule>

/** The rules that the bids break at the end of a run. */
export const checkEnd = (world: World, end: End): string[] =>
  [...world.database.bids.values()].flatMap((bid) =>
    violationsOf(END_RULES, bid, (rule: EndRule) => rule(world, bid, end)),
  )

/** The site says nothing about who has won, and the owner has not: then the bid stays open, as the result is unknown. */
function isUnknowable({ site }: World, { auctionId, accountId, maxBidCents }: ModelBid): boolean {
  const { leader, priceCents } = site.standing(auctionId)
  // Without a sale there is no order either.
  if (site.items.get(auctionId)?.isReserveMet === false && site.flagsAfterClose !== 'shown') return true
  return site.flagsAfterClose === 'all_hidden' && leader !== site.userOf(accountId) && priceCents <= maxBidCents
}

const sentOf = ({ sendings }: World, { auctionId }: ModelBid) => sendings.filter((it) => it.auctionId === auctionId)

/** The sendings of a bid, with what the log says of their time. An engine counts anew with each claim, and an entry may be lost. */
function toldTimesOf(world: World, bid: ModelBid) {
  return [...bid.events.values()].flatMap((told) => {
    if (told.detail.kind !== 'sent') return []
    const wallTime = told.at - told.detail.clockOffsetMs
    const isMeant = (it: Sending) => it.engineId === told.engineId && Math.abs(it.wallTime - wallTime) < SAME_MS
    const sending = sentOf(world, bid).find(isMeant)
    return sending ? [{ told, sending }] : []
  })
}

const isOpen = (status: ModelBid['status']) => status === 'pending' || status === 'executed'
const detailsOf = ({ events }: ModelBid) => [...events.values()].map(({ detail }) => detail)
/** A sending with another maximum is not of this bid: the database has lost that its owner changed the bid. */
const acceptedOf = ({ sendings }: World, { auctionId, maxBidCents }: ModelBid) =>
  sendings.filter((it) => it.auctionId === auctionId && it.accepted && it.amountCents === maxBidCents)

/**
 * Whether the status says what the site knows at the end: nothing is 'not placed' that stands there, nothing is lost that
 * its owner leads, and nothing is placed that the site does not have.
 */
function isTruthful(world: World, bid: ModelBid): boolean {
  const { site } = world
  const { leader, minimumCents, priceCents } = site.standing(bid.auctionId)
  const leads = leader === site.userOf(bid.accountId)
  const stands = acceptedOf(world, bid).length > 0
  const isOverMaximum = priceCents > bid.maxBidCents
  const wins = stands && leads && !isOverMaximum && site.items.get(bid.auctionId)?.withdrawn !== true
  const ownMaximum = site.maximumOf(site.userOf(bid.accountId), bid.auctionId)
  const isReserveMet = site.items.get(bid.auctionId)?.isReserveMet
  switch (bid.status) {
    case 'pending':
      return true
    case 'executed':
      // By a claim that the database has lost, the owner was seen to have bid as much as the maximum was then.
      return (
        stands ||
        wasRetracted(world, bid) ||
        ownMaximum >= bid.maxBidCents ||
        (ownMaximum > 0 && world.failovers.length > 0)
      )
    case 'won':
      return (leads && isReserveMet !== false) || isMisledByPages(world, bid)
    case 'lost':
      if (wasPricedOut(world, bid)) return true
      return isOverMaximum ? !leads || shownOf(world, bid.auctionId).led === null : stands && !leads
    case 'outbid':
      return (
        !wins &&
        (minimumCents > bid.maxBidCents || wasPricedOut(world, bid) || (stands && bid.outcome === 'outbid_on_arrival'))
      )
    case 'auction_ended':
      return !wins && (!stands || endedEarly(world, bid))
    case 'failed':
      if (bid.outcome === 'retracted') return !leads && wasRetracted(world, bid)
      if (bid.outcome === 'reserve_not_met') return leads && isReserveMet === false
      return bid.outcome === 'own_maximum' ? ownMaximum >= bid.maxBidCents : !stands || isUnknownToDatabase(world, bid)
    case 'cancelled':
      return !stands || isUnknownToDatabase(world, bid)
  }
}

/** Whether the price fell too late before the close for an engine to see it. */
function wasPricedOut({ site, faultWindows }: World, { bidId, auctionId }: ModelBid): boolean {
  const item = site.items.get(auctionId)
  const close = item ? site.instantOf(closeOf(item)) : -Infinity
  return faultWindows.of(bidId).some(({ reason, to }) => reason === 'the price stood above its maximum' && to > close)
}

/** Whether the seller has taken back a bid of the owner. */
const wasRetracted = ({ site }: World, { accountId, auctionId }: ModelBid): boolean =>
  site.items.get(auctionId)?.bids.some((it) => it.bidder === site.userOf(accountId) && it.retractedAt !== null) === true

function endedEarly({ site }: World, { auctionId }: ModelBid): boolean {
  const item = site.items.get(auctionId)
  return item !== undefined && (item.wasCutShort || item.withdrawn || item.closedEarlyAt !== null)
}
