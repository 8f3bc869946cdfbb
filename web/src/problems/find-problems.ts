import {
  type Auction,
  type Bid,
  type ChannelName,
  type ConnectionStatus,
  messages,
  type PauseState,
  type PreflightFinding,
} from '@bidwell/contract'
import { isOver } from '../auctions/tracked/auction-state.ts'
import { closeOf, isAsked, isHeldBack, isOverMax, isToBeSent, MIN_TIME_TO_KEEP_MS } from '../bids/bid-rules.ts'
import { loginStopOf } from '../bids/login-stop.ts'
import { isOfAccount, isOfLogin } from '../bids/preflight-rules.ts'
import { centsOf, formatDollars } from '../ui/money.ts'
import { HORIZONS_MS, type Problem, type ProblemBid, type Reason, SOON_MS } from './problem.ts'

/** What is known of the account. Undefined is not loaded yet, and makes no problem. */
export type ProblemSources = {
  bids: readonly Bid[] | undefined
  auctions: readonly Auction[] | undefined
  login: ConnectionStatus | undefined
  pause: PauseState | undefined
  isSiteSilent: boolean
  /** The kind of its failure; null while it answers. */
  siteFailure: string | null
  /** The channels over which no alert goes out. */
  waiting: readonly { channel: ChannelName; since: string }[]
}

/**
 * Everything that stops or endangers bids that are still to be sent, and each auction that runs on after its bid was outbid,
 * sorted by the first deadline. `now` is the site's time.
 */
export function findProblems(sources: ProblemSources, now: number): Problem[] {
  const bids = waitingBids(sources.bids, now)
  return [
    ...loginProblems(sources.login, bids),
    ...restoredProblems(sources.bids ?? [], now),
    ...pauseProblems(sources.pause, bids),
    ...siteProblems(sources, bids, now),
    ...sources.waiting.map(waitingProblem),
    ...checkedProblems(sources.auctions ?? [], bids, now),
    ...outbidProblems(sources.auctions ?? [], sources.bids ?? [], now),
  ].toSorted((a, b) => dueOf(a) - dueOf(b))
}

/** The next instant at which time alone may change the problems or how near their deadlines are; null for never. */
export function nextChange(bids: readonly Bid[] = [], now: number): number | null {
  const restored = bids.filter((bid) => bid.restored !== null)
  const answers = restored.flatMap((bid) => [bid.fireAt, closeOf(bid) - MIN_TIME_TO_KEEP_MS])
  const deadlines = [
    ...answers,
    ...waitingBids(bids, now).map(({ fireAt }) => fireAt),
    ...bids.filter(isOutbid).map(closeOf),
  ]
  const horizons = deadlines.flatMap((at) => [at, ...HORIZONS_MS.map((horizonMs) => at - horizonMs)])
  const instants = [...horizons, ...bids.filter(isToBeSent).map(closeOf)]
  const next = Math.min(...instants.filter((at) => at > now))
  return next === Infinity ? null : next
}

const isOutbid = ({ status }: Bid): boolean => status === 'outbid'

const waitingBids = (bids: readonly Bid[] = [], now: number): Bid[] =>
  bids.filter((bid) => isToBeSent(bid) && bid.fireAt > now).toSorted((a, b) => a.fireAt - b.fireAt)

const dueOf = ({ bids: [first] }: Problem): number => first?.fireAt ?? Infinity

const refOf = (bid: Bid): ProblemBid => ({
  id: bid.id,
  auctionId: bid.trackedAuctionId,
  title: bid.title,
  fireAt: bid.fireAt,
  closesAt: closeOf(bid),
})

/** Without a bid, the login has its badge and its settings. */
function loginProblems(login: ConnectionStatus | undefined, bids: readonly Bid[]): Problem[] {
  const stop = loginStopOf(login)
  if (stop === null || bids.length === 0) return []
  const siteMessage = stop === 'refused' ? (login?.problem ?? null) : null
  return [{ kind: 'login', key: 'login', effect: 'stops', ofAuctions: false, stop, siteMessage, bids: bids.map(refOf) }]
}

/** All that wait for an answer, until the last instant at which they can be kept. */
function restoredProblems(bids: readonly Bid[], now: number): Problem[] {
  const asked = bids.filter((bid) => isAsked(bid, now)).toSorted((a, b) => closeOf(a) - closeOf(b))
  const [first] = asked
  if (!first?.restored) return []
  const { takenAt } = first.restored
  const refs = asked.map((bid) => ({ ...refOf(bid), fireAt: closeOf(bid) - MIN_TIME_TO_KEEP_MS }))
  return [{ kind: 'restored', key: 'restored', effect: 'stops', ofAuctions: false, takenAt, bids: refs }]
}

function pauseProblems(pause: PauseState | undefined, bids: readonly Bid[]): Problem[] {
  if (!pause || (pause.own === null && pause.operator === null)) return []
  // Of the operator's two pauses, this one lets armed bids go out.
  const sendsArmed = pause.own === null && pause.operator?.state === 'no_new'
  const stopped = bids.filter(({ phase }) => !sendsArmed || phase !== 'armed').map(refOf)
  return [{ kind: 'pause', key: 'pause', effect: 'stops', ofAuctions: false, pause, bids: stopped }]
}

/** The engine goes on trying, so only bids that are due soon are in danger. */
function siteProblems({ isSiteSilent, siteFailure }: ProblemSources, bids: readonly Bid[], now: number): Problem[] {
  if (!isSiteSilent) return []
  const soon = bids.filter(({ fireAt }) => fireAt - now <= SOON_MS).map(refOf)
  const refuses = messages.auction.isSiteRefusal(siteFailure)
  return [{ kind: 'site_silent', key: 'site_silent', effect: 'endangers', ofAuctions: false, refuses, bids: soon }]
}

/** No bid is in danger, but its owner may not hear of it. */
const waitingProblem = ({ channel, since }: ProblemSources['waiting'][number]): Problem => ({
  kind: 'alerts_wait',
  key: `alerts_wait ${channel}`,
  effect: 'endangers',
  ofAuctions: false,
  channel,
  since: Date.parse(since),
  bids: [],
})

/** A bid that was outbid, or that the price holds back at its moment: the bidder may bid again, or raise it, until the close. */
function outbidProblems(auctions: readonly Auction[], bids: readonly Bid[], now: number): Problem[] {
  const oldestFirst = bids.toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id)
  const latestOn = new Map(oldestFirst.map((bid) => [bid.trackedAuctionId, bid]))
  return auctions.flatMap((auction) => {
    const latest = latestOn.get(auction.id)
    if (latest === undefined || isOver(auction, now)) return []
    if (!isOutbid(latest) && !isHeldBack(auction, latest, now)) return []
    const bid = { ...refOf(latest), fireAt: auction.endsOn }
    const key = `outbid ${latest.id}`
    return [{ kind: 'outbid', key, effect: 'stops', ofAuctions: true, nextBid: auction.minimumBid, bids: [bid] }]
  })
}

type BidReason = { bid: Bid; key: string; reason: Reason; effect: Problem['effect']; ofAuctions: boolean }

/** The problems that the last checks and the prices have found, each reason once for all of its bids. */
function checkedProblems(auctions: readonly Auction[], bids: readonly Bid[], now: number): Problem[] {
  const auctionById = new Map(auctions.map((auction) => [auction.id, auction]))
  const found = bids.flatMap((bid) => reasonsFor(bid, auctionById.get(bid.trackedAuctionId), now))
  return [...Map.groupBy(found, ({ key }) => key).values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const effect = group.some((each) => each.effect === 'stops') ? 'stops' : 'endangers'
    return [
      {
        ...first.reason,
        key: first.key,
        effect,
        ofAuctions: first.ofAuctions,
        bids: group.map(({ bid }) => refOf(bid)),
      },
    ]
  })
}

function reasonsFor(bid: Bid, auction: Auction | undefined, now: number): BidReason[] {
  // An armed bid is checked by its engine, and a pause changes nothing about what was found.
  const findings = bid.phase === 'armed' ? [] : (bid.preflight?.findings ?? [])
  const overMax = overMaxMessage(bid, auction, findings, now)
  return [
    ...(overMax === null ? [] : [reasonOf(bid, 'over_max', { kind: 'over_max', message: overMax }, 'stops')]),
    ...findings
      .filter(isForAll)
      .map((finding) =>
        reasonOf(bid, finding.code, { kind: 'finding', finding }, finding.severity === 'red' ? 'stops' : 'endangers'),
      ),
  ]
}

const reasonOf = (bid: Bid, key: string, reason: Reason, effect: Problem['effect']): BidReason => ({
  bid,
  key,
  reason,
  effect,
  ofAuctions: reason.kind !== 'finding' || !isOfAccount(reason.finding),
})

/** A warning about one auction is on its card alone. The login's status is newer than what a check has found of it. */
const isForAll = (finding: PreflightFinding): boolean =>
  finding.remedy !== 'raise_bid' && !isOfLogin(finding) && (finding.severity === 'red' || isOfAccount(finding))

/** The price that is shown is newer than the last check. */
function overMaxMessage(bid: Bid, auction: Auction | undefined, findings: readonly PreflightFinding[], now: number) {
  if (auction === undefined) return findings.find(({ remedy }) => remedy === 'raise_bid')?.message ?? null
  if (isOver(auction, now) || !isOverMax(auction, bid) || isHeldBack(auction, bid, now)) return null
  const maximum = formatDollars(bid.maxBid)
  return centsOf(auction.currentBid) > centsOf(bid.maxBid)
    ? messages.preflight.pricePastMaximum(formatDollars(auction.currentBid), maximum)
    : messages.preflight.belowNextBid(formatDollars(auction.minimumBid), maximum)
}
