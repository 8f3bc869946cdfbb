import { SiteError, type SiteErrorKind } from '../../src/marketplace/site-error.ts'
import type { Chance } from '../world/chance.ts'
import type { Unavailable } from '../world/outages.ts'
import type { CallOutcome } from '../world/virtual-process.ts'
import type { Faults } from './faults.ts'

/** How the sending of a bid ends. `lost`: the bid never arrives. `answer_lost`: the site processes it, and its answer is lost. */
export type BidCallOutcome = {
  kind: 'fine' | 'not_sent' | 'blocked' | 'rate_limited' | 'lost' | 'answer_lost'
  outMs: number
  backMs: number
  retryAfterMs?: number | null
}

const STATEMENT_FAILURE_RATE = 0.03
const LOST_COMMIT_RATE = 0.02
const APPEND_FAILURE_RATE = 0.1
const PAGE_FAILURE_RATE = 0.08

/** Draws how one call of a process to the outside ends. */
export function drawCallOutcome(chance: Chance, faults: Faults, call: string, unavailable: Unavailable): CallOutcome {
  if (call.startsWith('store.')) return storeOutcome(chance, faults, unavailable)
  return call.startsWith('journal.')
    ? journalOutcome(chance, faults, call, unavailable)
    : pageOutcome(chance, faults, unavailable)
}

function storeOutcome(chance: Chance, faults: Faults, unavailable: Unavailable): CallOutcome {
  const latency = { outMs: chance.between(0.2, 4), backMs: chance.between(0.2, 4) }
  if (unavailable.store) return { ...latency, kind: chance.oneOf(['hangs', 'fails']) }
  if (faults.has('statements') && chance.happens(STATEMENT_FAILURE_RATE))
    return { ...latency, kind: chance.oneOf(['hangs', 'fails']) }
  if (faults.has('commits') && chance.happens(LOST_COMMIT_RATE))
    return { ...latency, kind: chance.oneOf(['unknown', 'unanswered', 'fails']) }
  return { ...latency, kind: 'fine' }
}

function journalOutcome(chance: Chance, faults: Faults, call: string, unavailable: Unavailable): CallOutcome {
  const latency = { outMs: chance.between(0.1, 3), backMs: 0 }
  if (unavailable.disk && call === 'journal.append') return { ...latency, kind: 'fails' }
  if (unavailable.names && call === 'journal.markIncomplete') return { ...latency, kind: 'fails' }
  const hasFailed = faults.has('journal') && chance.happens(APPEND_FAILURE_RATE)
  return { ...latency, kind: hasFailed ? chance.oneOf(['fails', 'fails', 'unknown', 'hangs', 'unanswered']) : 'fine' }
}

const PAGE_ERRORS = [
  'rate_limited',
  'blocked',
  'unavailable',
  'not_found',
  'timeout',
  'connection',
  'not_json',
  'truncated',
] as const

function pageOutcome(chance: Chance, faults: Faults, unavailable: Unavailable): CallOutcome {
  const latency = { outMs: chance.between(25, 55), backMs: chance.between(25, 55) }
  const failing = (kind: SiteErrorKind): CallOutcome => {
    const retryAfterMs = kind === 'rate_limited' ? chance.oneOf([undefined, 500, 3_000, 60_000, 600_000]) : undefined
    return {
      ...latency,
      kind: 'fails',
      error: new SiteError(kind, kind, retryAfterMs === undefined ? {} : { retryAfterMs }),
    }
  }
  if (unavailable.site) return chance.happens(0.5) ? { ...latency, kind: 'hangs' } : failing('connection')
  if (!faults.has('site') || !chance.happens(PAGE_FAILURE_RATE)) return { ...latency, kind: 'fine' }
  if (chance.happens(0.25)) return { ...latency, kind: chance.oneOf(['hangs', 'unanswered']) }
  if (chance.happens(0.3)) return { outMs: chance.between(55, 3_000), backMs: chance.between(55, 3_000), kind: 'fine' }
  return failing(chance.oneOf(PAGE_ERRORS))
}

/** Draws how the sending of a bid ends. */
export function drawBidCallOutcome(chance: Chance, faults: Faults, unavailable: Unavailable): BidCallOutcome {
  const isVerySlow = faults.has('slowBids') && chance.happens(0.4)
  const latency = {
    outMs: isVerySlow ? chance.between(900, 6_000) : chance.between(25, 55),
    backMs: chance.between(25, 55),
  }
  if (unavailable.site) return { ...latency, kind: chance.oneOf(['not_sent', 'lost']) }
  if (!faults.has('bids') || chance.happens(0.5)) return { ...latency, kind: 'fine' }
  const isSlow = chance.happens(0.3)
  return {
    outMs: isSlow ? latency.outMs + chance.between(0, 850) : latency.outMs,
    backMs: isSlow ? chance.between(55, 20_000) : latency.backMs,
    kind: chance.oneOf(['not_sent', 'blocked', 'rate_limited', 'lost', 'answer_lost', 'answer_lost', 'fine']),
    retryAfterMs: chance.oneOf([null, null, 400, 3_000, 1e12]),
  }
}
