import type { ClockSample, ItemReading } from '../../marketplace/marketplace.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { callStore } from './call-store.ts'
import { type AccountLists, findPlacedBid, onAccountLists } from './evidence.ts'
import { onItemRead } from './on-reading.ts'
import { type Failure, onFailure } from './on-response.ts'
import type { ClockEstimate } from './site-clock.ts'
import { type EngineState, type SiteCallOptions, type SnipeContext, estimateAt, siteTimeAt } from './snipe-context.ts'
import { heldBy, isUnsent, type SnipeState } from './snipe-state.ts'
import type { Timeline } from './timeline.ts'

const LOG_IN_TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000
const READ_TIMEOUT_MS = 5_000
/** The account's lists are optional, so they get less time than the page. */
const LISTS_TIMEOUT_MS = 2_000
/** So soon after the close, nobody has paid yet: the list of paid orders, which is long, is not asked. */
const PAID_AFTER_MS = 600_000
/** Before the shot, no list is requested later than this before lock-in. */
const LISTS_BEFORE_LOCK_IN_MS = 3_000
/** Before the shot, snipes of one account share a list of this age. */
const SHARED_LIST_AGE_MS = 1_000
/** Between two sendings, looking for the bid takes at most this share of the time to the close. */
const MAX_LOOK_SHARE = 0.4
const MIN_LOOK_TIMEOUT_MS = 250
const MAX_LOOK_TIMEOUT_MS = 1_000
/** Close to the shot, a reading may take at least this long. */
const MIN_READ_TIMEOUT_MS = 1_000
/** The token must outlast the close, so that the result can be read with it. */
const TOKEN_VALID_PAST_END_MS = 60_000

const SITE_CALLS = { log_in: logIn, connect, read: readItem }

/** After a login or a connect that worked, as after a page. */
const NO_FAILURE = { failures: 0, obstacle: null, nextTryAt: -Infinity }

/** Calls the site, and resolves to the new state whether or not the call succeeds. */
export async function callSite(
  doing: Failure['doing'],
  context: SnipeContext,
  state: SnipeState,
  options: SiteCallOptions,
): Promise<SnipeState> {
  let after: SnipeState
  try {
    after = await SITE_CALLS[doing](context, state, options)
  } catch (error) {
    if (options.stop.aborted) return state
    after = failed(context, state, { doing, error }, options.timeline)
  }
  if (after.resultNote !== state.resultNote && after.order === null)
    void context.log({ kind: 'checking', because: '', about: 'result', leads: after.resultNote === 'led' })
  return after
}

/** Logs in at the site and, unless the bid is accepted already, prepares a connection for it. Throws `SiteError`. */
async function logIn(
  { engine, snipe, resources }: SnipeContext,
  state: SnipeState,
  { stop }: SiteCallOptions,
): Promise<SnipeState> {
  const { clock, site } = engine.ports
  const options = {
    bidId: snipe.bidId,
    validUntil: state.endsAt + TOKEN_VALID_PAST_END_MS,
    refusedToken: state.needsFreshLogin ? (resources.session?.token ?? null) : null,
  }
  const session = await withTimeout(clock, LOG_IN_TIMEOUT_MS, stop, (signal) =>
    site.openSession(snipe.accountId, options, signal),
  )
  const formerConnection = resources.connection
  resources.session = session
  resources.connection = state.bid === 'stands' ? null : site.openBidConnection(session)
  resources.prepared = null
  void formerConnection?.[Symbol.asyncDispose]()
  return {
    ...state,
    ...NO_FAILURE,
    loggedIn: true,
    refusedLogins: { ...state.refusedLogins, times: 0 },
  }
}

/** Opens the connection on which the bid will be sent. Throws `SiteError`. */
async function connect(
  { engine, resources }: SnipeContext,
  state: SnipeState,
  { stop }: SiteCallOptions,
): Promise<SnipeState> {
  const { connection } = resources
  if (!connection) return { ...state, loggedIn: false }
  await withTimeout(engine.ports.clock, CONNECT_TIMEOUT_MS, stop, (signal) => connection.connect(signal))
  return { ...state, ...NO_FAILURE }
}

/**
 * Reads the item's page as its bidder sees it, and with it the account's own lists. The lists are optional: a bid never
 * waits for them after the time to lock in.
 */
async function readItem(context: SnipeContext, state: SnipeState, options: SiteCallOptions): Promise<SnipeState> {
  const { engine } = context
  const { timeline, stop } = options
  const [page, lists] = await Promise.allSettled([
    readPage(context, state, options),
    readLists(context, state, options),
  ])
  if (stop.aborted) return state
  const isOpen = page.status === 'fulfilled' && !page.value.closed
  const listed = lists.status === 'fulfilled' ? onAccountLists(state, lists.value, isOpen) : state
  if (page.status === 'fulfilled') {
    const learned = onItemRead(listed, page.value)
    // Nobody sees an early close, or an end that has moved far, before it counts.
    const isCloseDoubtful = page.value.closed && learned.closedAhead > 0 && !learned.endedEarly
    if (!isCloseDoubtful && !learned.isEndDoubtful) noteReading(engine, page.value)
    void logReading(context, state, learned, page.value, timeline)
    if (state.isArmed || !state.loggedIn || !isUnsent(learned) || learned.verdict) return learned
    reportArmed(context, learned, timeline)
    return { ...learned, isArmed: true }
  }
  const after = failed(context, listed, { doing: 'read', error: page.reason }, timeline)
  void logReading(context, state, after, null, timeline)
  return after
}

/** Stores a reading with the time of this engine's events. A close is dated no earlier than it can have been. */
function noteReading(engine: EngineState, reading: ItemReading) {
  const { closed, clock } = reading
  const siteTime = closed ? clock.siteTime + clock.resolutionMs : siteTimeAt(engine, clock.receivedAt)
  const noted = { ...reading, clock: { ...clock, siteTime } }
  void callStore(engine.ports, 'note a reading', () => engine.ports.store.noteReading(noted))
}

function failed({ engine, snipe }: SnipeContext, state: SnipeState, failure: Failure, timeline: Timeline) {
  const { clock, emit } = engine.ports
  emit({ kind: 'site_failed', bidId: snipe.bidId, ...failure })
  return onFailure(state, failure, timeline, clock.monotonic())
}

/**
 * Before the shot the page is read on the connection that the bid will use, which keeps it warm. Each page samples the
 * site's clock and the round trip. Throws `SiteError`.
 */
async function readPage(
  { engine, snipe, resources }: SnipeContext,
  state: SnipeState,
  { timeline, stop }: SiteCallOptions,
): Promise<ItemReading> {
  const { clock, site } = engine.ports
  // With an invalid token the site shows nothing, so without a login the page is read anonymously.
  const session = state.loggedIn ? resources.session : null
  const connection = session && isUnsent(state) && state.isConnected ? resources.connection : null
  const page = await withTimeout(clock, readTimeoutMs(state, timeline, clock.monotonic()), stop, (signal) =>
    connection
      ? connection.readItem(snipe.auctionId, signal)
      : site.readItem(snipe.auctionId, session ? { session, signal } : { signal }),
  )
  engine.siteClock.add(page.clock)
  return { ...page, clock: possibleTimes(page.clock, estimateAt(engine, page.clock.receivedAt)) }
}

/** One page may carry a wrong time, and all the others miss a step: either may be right about when it was made. */
function possibleTimes(sample: ClockSample, { offsetMs, uncertaintyMs }: ClockEstimate): ClockSample {
  const { sentAt, receivedAt } = sample
  const siteTime = Math.min(sample.siteTime, sentAt + offsetMs - uncertaintyMs)
  const latest = Math.max(sample.siteTime + sample.resolutionMs, receivedAt + offsetMs + uncertaintyMs)
  return { ...sample, siteTime, resolutionMs: latest - siteTime }
}

/** The reading must leave time to send the bid, for the first time or once more. */
function readTimeoutMs({ bid }: SnipeState, timeline: Timeline, now: number): number {
  const beforeEndMs = timeline.endAt - now
  if (bid === 'stands' || beforeEndMs <= 0) return READ_TIMEOUT_MS
  if (bid === 'none') return Math.max(MIN_READ_TIMEOUT_MS, Math.min(READ_TIMEOUT_MS, timeline.lockInAt - now))
  return Math.max(MIN_LOOK_TIMEOUT_MS, Math.min(MAX_LOOK_TIMEOUT_MS, beforeEndMs * MAX_LOOK_SHARE))
}

/** The lists that can tell something about the snipe now; null for the others and for those that fail. */
async function readLists(
  { engine, snipe, resources }: SnipeContext,
  state: SnipeState,
  { timeline, stop }: SiteCallOptions,
): Promise<AccountLists> {
  const { clock, site, emit } = engine.ports
  const { session } = resources
  const now = clock.monotonic()
  const isAhead = now < timeline.lockInAt - LISTS_BEFORE_LOCK_IN_MS
  // The first reading close to the shot asks for them; for the others, one read for each snipe has to do.
  const isRereading = now >= timeline.rereadAt && (state.readAt ?? -Infinity) < timeline.rereadAt
  const isListDue = (isRereading && isAhead) || heldBy(state) === 'own_maximum'
  if (!state.loggedIn || !session || (state.bid === 'none' && !isListDue)) return NO_LISTS
  const notBefore = isUnsent(state) && isAhead ? now - SHARED_LIST_AGE_MS : now
  const timeoutMs = Math.min(LISTS_TIMEOUT_MS, readTimeoutMs(state, timeline, now))
  const orNull = <T>(list: string, read: (signal: AbortSignal) => Promise<T>) =>
    withTimeout(clock, timeoutMs, stop, read).catch((error: unknown) => {
      if (!stop.aborted) emit({ kind: 'site_failed', bidId: snipe.bidId, doing: `read the ${list}`, error })
      return null
    })
  const isOver = !isUnsent(state) && now >= timeline.endAt
  const isPaidPossible = now >= timeline.endAt + PAID_AFTER_MS
  const readOrders = (paid: boolean) =>
    orNull('orders', (signal) => site.orders(session, { accountId: snipe.accountId, paid, notBefore, signal }))
  const [open, unpaid, paid] = await Promise.all([
    orNull('open auctions', (signal) => site.openAuctions(session, { notBefore, signal })),
    isOver ? readOrders(false) : null,
    isOver && isPaidPossible ? readOrders(true) : null,
  ])
  return { open, orders: unpaid || paid ? [...(unpaid ?? []), ...(paid ?? [])] : null }
}

const NO_LISTS: AccountLists = { open: null, orders: null }

async function logReading(
  { engine, log }: SnipeContext,
  before: SnipeState,
  after: SnipeState,
  reading: ItemReading | null,
  { rereadAt }: Timeline,
) {
  const priceCents = reading?.currentPriceCents ?? null
  const leads = after.price?.leads ?? false
  const isFound = before.bid !== 'stands' && after.bid === 'stands'
  if (isFound) {
    const at = (reading && findPlacedBid(before, reading)?.at) ?? siteTimeAt(engine, engine.ports.clock.monotonic())
    await log({ kind: 'verified', ownBidSeen: true, leads, priceCents }, { to: 'executed', at })
  }
  if (!reading || isFound || reading.closed) return
  const { minimumBidCents } = reading
  const { endsAt } = after
  if (after.bid === 'outcome_unknown') {
    await log({ kind: 'verified', ownBidSeen: false, leads, priceCents })
  } else if (isUnsent(before) && before.readAt !== null) {
    const isNews = before.readAt < rereadAt || before.price?.minimumCents !== minimumBidCents
    if (isNews) await log({ kind: 'reread', priceCents: reading.currentPriceCents, minimumBidCents, endsAt })
  }
  // The end of a closed auction is in the last event of the log.
  if (before.endsAt !== endsAt) await log({ kind: 'end_moved', from: before.endsAt, to: endsAt })
}

/** Reports that a snipe has a session, and price and clock as far as the site gives them. */
export function reportArmed({ engine, snipe, log }: SnipeContext, { endsAt, price }: SnipeState, timeline: Timeline) {
  const { clock, emit } = engine.ports
  const now = clock.monotonic()
  const { offsetMs, uncertaintyMs } = estimateAt(engine, now)
  const roundTripMs = engine.siteClock.roundTripMs()
  emit({ kind: 'armed', bidId: snipe.bidId, firesInMs: timeline.fireAt - now, uncertaintyMs, roundTripMs })
  void log({
    kind: 'armed',
    endsAt,
    plannedAt: timeline.plannedSiteTime,
    priceCents: price?.currentCents ?? null,
    minimumBidCents: price?.minimumCents ?? null,
    clockOffsetMs: now + offsetMs - clock.now(),
    roundTripMs,
  })
}
