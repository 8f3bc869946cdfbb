import type { BidResponse } from '../../marketplace/marketplace.ts'
import { type SnipeContext, estimateAt } from './snipe-context.ts'
import type { SnipeState } from './snipe-state.ts'
import { onBidResponse } from './on-bid-response.ts'
import { isTrusted } from './lease.ts'
import { prepareBid } from './lock-in.ts'
import type { Timeline } from './timeline.ts'
import { neverAborted, withTimeout } from '../../platform/with-timeout.ts'

/** The line gives up on an answer before this; here it only guards against a line that never says so. */
const ANSWER_MS = 30_000

/** Sends the bid at its moment, waits for the answer, and learns from it. */
export async function fireBid(
  context: SnipeContext,
  state: SnipeState,
  timeline: Timeline,
): Promise<SnipeState | 'distrusted'> {
  const { engine, snipe, epoch, resources } = context
  const { clock, emit } = engine.ports
  const prepared = prepareBid(context)
  if (!prepared) return { ...state, loggedIn: false }
  // A clock that was set right since the lock-in may have moved the moment nearer: what that promised stands.
  await clock.sleepUntilPrecise(Math.max(timeline.fireAt, state.notSentBefore))

  // In the same turn as the write: any wait in between would reopen the gap in which others may have fired.
  const now = clock.monotonic()
  if (!isTrusted(engine.lease(), epoch, now)) return 'distrusted'
  if (now >= timeline.endAt) return state
  const { sentAt, response } = prepared.fire()
  // Others may be due at the same instant: what there is to tell comes after the last of them.
  await clock.yieldToEventLoop()

  resources.prepared = null
  const attempt = state.attempts + 1
  const lateMs = attempt === 1 ? sentAt - timeline.fireAt : 0
  emit({ kind: 'fired', bidId: snipe.bidId, attempt, lateMs, durable: state.lockedIn === 'durable' })
  void logSent(context, timeline, attempt, sentAt)
  const heard = await withTimeout(clock, ANSWER_MS, neverAborted, () => response).catch((): BidResponse => ({
    kind: 'unknown',
    siteMessage: '',
    receivedAt: clock.monotonic(),
  }))
  void logAnswer(context, attempt, sentAt, heard)
  return onBidResponse({ ...state, attempts: attempt }, heard, timeline.endAt)
}

function logSent({ engine, snipe, log }: SnipeContext, timeline: Timeline, attempt: number, at: number) {
  const { clock } = engine.ports
  const sent = {
    kind: 'sent',
    attempt,
    maxBidCents: snipe.maximum,
    plannedAt: timeline.plannedSiteTime,
    endsAt: timeline.endSiteTime,
    clockOffsetMs: clock.monotonic() + estimateAt(engine, at).offsetMs - clock.now(),
    roundTripMs: engine.latencyEstimator.roundTripMs(),
  } as const
  return log(sent, undefined, at)
}

async function logAnswer({ engine, snipe, log }: SnipeContext, attempt: number, sentAt: number, heard: BidResponse) {
  const { kind, siteMessage, receivedAt } = heard
  const tookMs = receivedAt - sentAt
  engine.ports.emit({ kind: 'answered', bidId: snipe.bidId, attempt, answer: kind, tookMs })
  const priceCents = 'priceCents' in heard ? heard.priceCents : null
  const answered = { kind: 'answered', attempt, answer: kind, siteMessage, priceCents, tookMs } as const
  const accepted = kind === 'leading' || kind === 'outbid'
  const executedAt = sentAt + estimateAt(engine, sentAt).offsetMs
  await log(answered, accepted ? { to: 'executed', at: executedAt } : undefined, receivedAt)
  if (kind === 'unknown') await log({ kind: 'checking', because: siteMessage }, undefined, receivedAt)
}
