import type { BidResponse } from '../../marketplace/marketplace.ts'
import { neverAborted, withTimeout } from '../../platform/with-timeout.ts'
import { isLeaseValid } from './lease.ts'
import { prepareBid } from './lock-in.ts'
import { onBidResponse } from './on-response.ts'
import { type SnipeContext, estimateAt } from './snipe-context.ts'
import type { SnipeState } from './snipe-state.ts'
import type { Timeline } from './timeline.ts'

/**
 * An answer is awaited for at most half of the time to the close, so that a bid without an answer can be looked for and
 * sent again.
 */
const MAX_ANSWER_SHARE = 0.5
const MIN_ANSWER_TIMEOUT_MS = 1_000
const MAX_ANSWER_TIMEOUT_MS = 30_000

/** Sends the bid at its moment and waits for the answer. */
export async function fireBid(
  context: SnipeContext,
  state: SnipeState,
  timeline: Timeline,
): Promise<SnipeState | 'lease_expired'> {
  const { engine, snipe, epoch, resources, log } = context
  const { clock, emit } = engine.ports
  const prepared = prepareBid(context)
  if (!prepared) return { ...state, loggedIn: false }
  // New clock samples since lock-in may have moved the shot earlier; the promise of the lock-in still holds.
  await clock.sleepUntil(Math.max(timeline.fireAt, state.lockIn?.notSentBefore ?? -Infinity), neverAborted)

  // No `await` between this check and the write: in a gap, the lease could expire and a peer could send the bid.
  const now = clock.monotonic()
  if (!isLeaseValid(engine.lease(), epoch, now)) return 'lease_expired'
  if (now >= timeline.endAt) return state
  const givenUp = new AbortController()
  const { sentAt, response } = prepared.fire(givenUp.signal)
  // Other bids may be due at the same instant: they are sent before this one is logged.
  await clock.yieldToEventLoop()

  resources.prepared = null
  const attempt = state.answers.length + 1
  const lateMs = attempt === 1 ? sentAt - timeline.fireAt : 0
  emit({ kind: 'fired', bidId: snipe.bidId, attempt, lateMs, durable: state.lockIn?.isDurable === true })
  const sent = {
    kind: 'sent',
    attempt,
    maxBidCents: snipe.maximum,
    plannedAt: timeline.plannedSiteTime,
    endsAt: state.endsAt,
    clockOffsetMs: clock.monotonic() + estimateAt(engine, sentAt).offsetMs - clock.now(),
    roundTripMs: engine.siteClock.roundTripMs(),
  } as const
  void log(sent, undefined, sentAt)
  const share = (timeline.endAt - sentAt) * MAX_ANSWER_SHARE
  const timeoutMs = Math.min(MAX_ANSWER_TIMEOUT_MS, Math.max(MIN_ANSWER_TIMEOUT_MS, share))
  const received = await withTimeout(clock, timeoutMs, neverAborted, () => response).catch((reason: unknown) => {
    givenUp.abort(reason)
    return response
  })
  const next = onBidResponse(state, received)
  void logAnswer(context, attempt, sentAt, received, next)
  return next
}

async function logAnswer(
  { engine, snipe, log }: SnipeContext,
  attempt: number,
  sentAt: number,
  response: BidResponse,
  next: SnipeState,
) {
  const { kind, siteMessage, receivedAt, problem = siteMessage } = response
  const tookMs = receivedAt - sentAt
  engine.ports.emit({ kind: 'answered', bidId: snipe.bidId, attempt, answer: kind, tookMs })
  const priceCents = 'priceCents' in response ? response.priceCents : null
  const answered = { kind: 'answered', attempt, answer: kind, siteMessage, priceCents, tookMs } as const
  const accepted = kind === 'leading' || kind === 'outbid'
  const executedAt = sentAt + estimateAt(engine, sentAt).offsetMs
  await log(answered, accepted ? { to: 'executed', at: executedAt } : undefined, receivedAt)
  const isUncertain = next.bid === 'outcome_unknown' && next.uncertainSince === receivedAt
  if (isUncertain) await log({ kind: 'checking', because: problem }, undefined, receivedAt)
}
