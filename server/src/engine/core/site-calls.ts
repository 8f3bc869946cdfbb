import type { ItemReading } from '../../marketplace/marketplace.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { callStore } from './call-store.ts'
import { onItemRead, onLightRead } from './on-reading.ts'
import { type Failure, onFailure } from './on-response.ts'
import { type SiteCallOptions, type SnipeContext, estimateAt } from './snipe-context.ts'
import type { SnipeState } from './snipe-state.ts'
import type { Timeline } from './timeline.ts'

const LOG_IN_TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000
const WARM_TIMEOUT_MS = 5_000
const MIN_WARM_TIMEOUT_MS = 900
const READ_TIMEOUT_MS = 5_000
/** Close to the shot, a reading may take at least this long. */
const MIN_READ_TIMEOUT_MS = 1_000
/** The token must outlast the close, so that the result can be read with it. */
const TOKEN_VALID_PAST_END_MS = 60_000

const SITE_CALLS = { log_in: logIn, connect, read: readItem, warm }

/** Calls the site, and resolves to the new state whether or not the call succeeds. */
export async function callSite(
  doing: Failure['doing'],
  context: SnipeContext,
  state: SnipeState,
  options: SiteCallOptions,
): Promise<SnipeState> {
  const { clock, emit } = context.engine.ports
  try {
    return await SITE_CALLS[doing](context, state, options)
  } catch (error) {
    if (options.stop.aborted) return state
    emit({ kind: 'site_failed', bidId: context.snipe.bidId, doing, error })
    return onFailure(state, { doing, error }, options.timeline, clock.monotonic())
  }
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
    fresh: state.needsFreshLogin,
  }
  const session = await withTimeout(clock, LOG_IN_TIMEOUT_MS, stop, (signal) =>
    site.openSession(snipe.accountId, options, signal),
  )
  const formerConnection = resources.connection
  resources.session = session
  resources.connection = state.bid === 'stands' ? null : site.openBidConnection(session)
  resources.prepared = null
  void formerConnection?.[Symbol.asyncDispose]()
  return { ...state, loggedIn: true, warmedAt: null, failures: 0, nextTryAt: -Infinity }
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
  return { ...state, failures: 0, nextTryAt: -Infinity }
}

/** Keeps the connection open with a light read, which also gives price, end and round trip. Throws `SiteError`. */
async function warm(
  context: SnipeContext,
  state: SnipeState,
  { timeline, stop }: SiteCallOptions,
): Promise<SnipeState> {
  const { engine, snipe, resources } = context
  const { clock } = engine.ports
  const { connection } = resources
  if (!connection) return { ...state, loggedIn: false }
  const untilLockInMs = timeline.lockInAt - clock.monotonic()
  const timeoutMs = Math.max(MIN_WARM_TIMEOUT_MS, Math.min(WARM_TIMEOUT_MS, untilLockInMs))
  const read = await withTimeout(clock, timeoutMs, stop, (signal) => connection.warm(snipe.auctionId, signal))
  engine.latencyEstimator.add(read.roundTripMs, clock.monotonic())

  const learned = onLightRead(state, read, clock.monotonic())
  if (!state.isArmed) reportArmed(context, learned, timeline)
  return { ...learned, isArmed: true }
}

/** Reads the item's page as its bidder sees it. Throws `SiteError`. */
async function readItem(
  context: SnipeContext,
  state: SnipeState,
  { timeline, stop }: SiteCallOptions,
): Promise<SnipeState> {
  const { engine, snipe, resources } = context
  const { clock, site, store } = engine.ports
  const leftMs = state.bid === 'none' ? timeline.lockInAt - clock.monotonic() : READ_TIMEOUT_MS
  const timeoutMs = Math.max(MIN_READ_TIMEOUT_MS, Math.min(READ_TIMEOUT_MS, leftMs))
  // With an invalid token the site shows nothing, so without a login the page is read anonymously.
  const session = state.loggedIn ? resources.session : null
  const reading = await withTimeout(clock, timeoutMs, stop, (signal) =>
    site.readItem(snipe.auctionId, session ? { session, signal } : { signal }),
  )
  engine.siteClock.add(reading.clock)
  void callStore(engine.ports, 'note a reading', () => store.noteReading(reading))
  const learned = onItemRead(state, reading)
  void logReading(context, state, learned, reading)
  return learned
}

async function logReading({ log }: SnipeContext, before: SnipeState, after: SnipeState, reading: ItemReading) {
  const { currentPriceCents: priceCents, minimumBidCents, endsAt } = reading
  if (before.bid === 'outcome_unknown') {
    const ownBidSeen = (reading.standing?.ownBids ?? []).some((bid) => bid.at >= before.ownBidsSince)
    const detail = { kind: 'verified', ownBidSeen, leads: after.leads, priceCents } as const
    const progress = { to: 'executed', at: executedAt(before, reading) } as const
    await (after.bid === 'stands' ? log(detail, progress) : log(detail))
    return
  }
  if (before.bid === 'none' && before.readAt !== null)
    await log({ kind: 'reread', priceCents, minimumBidCents, endsAt })
  // The end of a closed auction is in the last event of the log.
  if (before.endsAt !== endsAt && !reading.closed) await log({ kind: 'end_moved', from: before.endsAt, to: endsAt })
}

/** When the site accepted an unanswered bid: by its own list of bids, else when it first showed that the bid leads. */
const executedAt = ({ ownBidsSince }: SnipeState, { standing, clock }: ItemReading) =>
  standing?.ownBids.find((bid) => bid.at >= ownBidsSince)?.at ?? clock.siteTime

/** Reports that a snipe has a session and a connection, and price and clock as far as the site gives them. */
export function reportArmed({ engine, snipe, log }: SnipeContext, { endsAt, price }: SnipeState, timeline: Timeline) {
  const { clock, emit } = engine.ports
  const now = clock.monotonic()
  const { offsetMs, uncertaintyMs } = estimateAt(engine, now)
  const roundTripMs = engine.latencyEstimator.roundTripMs()
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
