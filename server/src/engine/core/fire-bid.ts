import type { BidAnswer } from '../../marketplace/marketplace.ts'
import { type Carried, estimateAt } from './carried.ts'
import type { Facts } from './facts.ts'
import { learnFromAnswer } from './learn-from-answer.ts'
import { isTrusted } from './lease.ts'
import { prepareBid } from './lock-in.ts'
import type { Timeline } from './timeline.ts'
import { never, within } from './within.ts'

/** The line gives up on an answer before this; here it only guards against a line that never says so. */
const ANSWER_MS = 30_000

/** Sends the bid at its moment, waits for the answer, and learns from it. */
export async function fireBid(carried: Carried, facts: Facts, timeline: Timeline): Promise<Facts | 'distrusted'> {
  const { engine, snipe, term, gear } = carried
  const { clock, tell } = engine.ports
  const prepared = prepareBid(carried)
  if (!prepared) return { ...facts, loggedIn: false }
  // A clock that was set right since the lock-in may have moved the moment nearer: what that promised stands.
  await clock.aimAt(Math.max(timeline.fireAt, facts.unfiredUntil))

  // In the same turn as the write: any wait in between would reopen the gap in which others may have fired.
  const now = clock.monotonic()
  if (!isTrusted(engine.lease(), term, now)) return 'distrusted'
  if (now >= timeline.endAt) return facts
  const { sentAt, answer } = prepared.fire()
  // Others may be due at the same instant: what there is to tell comes after the last of them.
  await clock.standBack()

  gear.prepared = null
  const attempt = facts.attempts + 1
  const lateMs = attempt === 1 ? sentAt - timeline.fireAt : 0
  tell({ news: 'fired', bidId: snipe.bidId, attempt, lateMs, durable: facts.lockedIn === 'durable' })
  void logSent(carried, timeline, attempt, sentAt)
  const heard = await within(clock, ANSWER_MS, never, () => answer).catch((): BidAnswer => ({
    kind: 'unknown',
    words: '',
    receivedAt: clock.monotonic(),
  }))
  void logAnswer(carried, attempt, sentAt, heard)
  return learnFromAnswer({ ...facts, attempts: attempt }, heard, timeline.endAt)
}

function logSent({ engine, snipe, log }: Carried, timeline: Timeline, attempt: number, at: number) {
  const { clock } = engine.ports
  const sent = {
    kind: 'sent',
    attempt,
    maxBidCents: snipe.maximum,
    plannedAt: timeline.plannedSiteTime,
    endsAt: timeline.endSiteTime,
    clockOffsetMs: clock.monotonic() + estimateAt(engine, at).offsetMs - clock.now(),
    roundTripMs: engine.wayToSite.roundTripMs(),
  } as const
  return log(sent, undefined, at)
}

async function logAnswer({ engine, snipe, log }: Carried, attempt: number, sentAt: number, heard: BidAnswer) {
  const { kind, words, receivedAt } = heard
  const tookMs = receivedAt - sentAt
  engine.ports.tell({ news: 'answered', bidId: snipe.bidId, attempt, answer: kind, tookMs })
  const priceCents = 'priceCents' in heard ? heard.priceCents : null
  const answered = { kind: 'answered', attempt, answer: kind, words, priceCents, tookMs } as const
  const taken = kind === 'leading' || kind === 'outbid'
  const executedAt = sentAt + estimateAt(engine, sentAt).offsetMs
  await log(answered, taken ? { to: 'executed', at: executedAt } : undefined, receivedAt)
  if (kind === 'unknown') await log({ kind: 'checking', because: words }, undefined, receivedAt)
}
