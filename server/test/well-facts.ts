import type { Facts } from '../src/health/read-facts.ts'

const NOW = Date.UTC(2026, 10, 26, 5)
const SINCE = {
  engineLost: null,
  bidOverdue: null,
  bidChecked: null,
  listingDue: null,
  firstAlarm: null,
  lastAlarm: null,
}
const DUE = { armed: 0, overdue: 0, soon: 2, checking: 0, listings: 1 }
const ENGINES = { sends: 1, fit: 1, unfit: 0, silent: 0, timerLateS: 0.003, bidLateS: 0.002 }
const REST = {
  pause: 'off',
  pauseReason: null,
  pausedSince: null,
  jobsWaiting: 1,
  jobsFailed: 0,
  alarms: 1,
  bytes: 9_000_000,
  clockOffsetS: 0.2,
  clockErrorS: 0.02,
  clockAgeS: 60,
} as const

/** What an installation without any trouble says, and the facts that differ from it. */
export function factsOf({ due = {}, engineFigures = {}, rest = {}, since = {}, ...changes }: Changes = {}): Facts {
  return {
    now: NOW,
    slowestMs: 4,
    site: {
      state: 'ok',
      since: null,
      failureKind: null,
      failures: 0,
      nextTryAt: null,
      readsLeft: 12,
      pauseLeftMs: 0,
    },
    engines: [ENGINE],
    jobs: [JOBS],
    channels: [{ channel: 'email', deadSince: null, sent: 40, refused: 1 }],
    backups: BACKUPS,
    checkedForLong: 0,
    seen: new Map(),
    ...changes,
    since: { ...SINCE, ...since },
    figures: {
      engines: { ...ENGINES, ...engineFigures },
      due: { ...DUE, ...due },
      deliveries: [{ channel: 'email', waiting: 3, oldestS: 2 }],
      rest: { ...REST, ...rest },
    },
  }
}

type Figures = Facts['figures']
type Changes = Partial<Omit<Facts, 'figures' | 'since'>> & {
  due?: Partial<Figures['due']>
  engineFigures?: Partial<Figures['engines']>
  rest?: Partial<Figures['rest']>
  since?: Partial<Facts['since']>
}

export const ENGINE: Facts['engines'][number] = {
  id: 1,
  host: 'one',
  startedAt: NOW - 3_600_000,
  beatAt: NOW - 400,
  state: 'fit',
  unfitReason: null,
  armed: 0,
  timerLateMs: 3,
  bidLateMs: 2,
  freeBytes: 9 * 2 ** 30,
}
export const BACKUPS: NonNullable<Facts['backups']> = {
  installedAt: NOW - 90 * 86_400_000,
  verifiedAt: NOW - 5_820_000,
  last: { endedAt: NOW - 5_760_000, failure: null },
}
export const JOBS: Facts['jobs'][number] = {
  host: 'one',
  startedAt: NOW - 3_600_000,
  beatAt: NOW - 8_000,
  freeBytes: 9 * 2 ** 30,
}
