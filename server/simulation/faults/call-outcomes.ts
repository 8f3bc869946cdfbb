import { SiteError, type SiteErrorKind } from '../../src/marketplace/site-error.ts'
import type { Chance } from '../world/chance.ts'
import type { Faults } from './faults.ts'
import type { CallOutcome } from '../world/virtual-process.ts'

/** What becomes of a bid on its way. `lost`: it never arrives; `unheard`: it is taken, and the answer lost. */
export type BidCallOutcome = {
  kind: 'fine' | 'not_sent' | 'blocked' | 'rate_limited' | 'lost' | 'unheard'
  outMs: number
  backMs: number
  retryAfterMs?: number | null
}

/** What is away altogether at the moment. */
export type Away = { store: boolean; site: boolean; disk: boolean; names: boolean }

const FAILED_STATEMENTS = 0.03
const LOST_COMMITS = 0.02
const FAILED_APPENDS = 0.1
const FAILED_PAGES = 0.08

/** How one call of a process to the outside goes. */
export function outcomeOf(chance: Chance, faults: Faults, call: string, away: Away): CallOutcome {
  if (call.startsWith('store.')) return storeOutcome(chance, faults, away)
  return call.startsWith('journal.') ? journalOutcome(chance, faults, call, away) : pageOutcome(chance, faults, away)
}

function storeOutcome(chance: Chance, faults: Faults, away: Away): CallOutcome {
  const way = { outMs: chance.between(0.2, 4), backMs: chance.between(0.2, 4) }
  if (away.store) return { ...way, kind: chance.oneOf(['hangs', 'fails']) }
  if (faults.has('statements') && chance.happens(FAILED_STATEMENTS))
    return { ...way, kind: chance.oneOf(['hangs', 'fails']) }
  if (faults.has('commits') && chance.happens(LOST_COMMITS))
    return { ...way, kind: chance.oneOf(['unknown', 'mute', 'fails']) }
  return { ...way, kind: 'fine' }
}

function journalOutcome(chance: Chance, faults: Faults, call: string, away: Away): CallOutcome {
  const way = { outMs: chance.between(0.1, 3), backMs: 0 }
  if (away.disk && call === 'journal.append') return { ...way, kind: 'fails' }
  if (away.names && call === 'journal.markIncomplete') return { ...way, kind: 'fails' }
  const isWrong = faults.has('journal') && chance.happens(FAILED_APPENDS)
  return { ...way, kind: isWrong ? chance.oneOf(['fails', 'fails', 'unknown', 'hangs', 'mute']) : 'fine' }
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

function pageOutcome(chance: Chance, faults: Faults, away: Away): CallOutcome {
  const way = { outMs: chance.between(25, 55), backMs: chance.between(25, 55) }
  const failing = (kind: SiteErrorKind): CallOutcome => {
    const retryAfterMs = kind === 'rate_limited' ? chance.oneOf([undefined, 500, 3_000, 60_000, 1e12]) : undefined
    return {
      ...way,
      kind: 'fails',
      error: new SiteError(kind, kind, retryAfterMs === undefined ? {} : { retryAfterMs }),
    }
  }
  if (away.site) return chance.happens(0.5) ? { ...way, kind: 'hangs' } : failing('connection')
  if (!faults.has('site') || !chance.happens(FAILED_PAGES)) return { ...way, kind: 'fine' }
  if (chance.happens(0.25)) return { ...way, kind: chance.oneOf(['hangs', 'mute']) }
  if (chance.happens(0.3)) return { outMs: chance.between(55, 3_000), backMs: chance.between(55, 3_000), kind: 'fine' }
  return failing(chance.oneOf(PAGE_ERRORS))
}

export function bidCallOutcomeOf(chance: Chance, faults: Faults, away: Away): BidCallOutcome {
  const way = { outMs: chance.between(25, 55), backMs: chance.between(25, 55) }
  if (away.site) return { ...way, kind: chance.oneOf(['not_sent', 'lost']) }
  if (!faults.has('bids') || chance.happens(0.5)) return { ...way, kind: 'fine' }
  const isSlow = chance.happens(0.3)
  return {
    outMs: isSlow ? chance.between(55, 900) : way.outMs,
    backMs: isSlow ? chance.between(55, 20_000) : way.backMs,
    kind: chance.oneOf(['not_sent', 'blocked', 'rate_limited', 'lost', 'unheard', 'unheard', 'fine']),
    retryAfterMs: chance.oneOf([null, null, 400, 3_000, 1e12]),
  }
}
