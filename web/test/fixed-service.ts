import type { api, Data, ServicePeriod } from '@bidwell/contract'

/* Figures and states that no installation of the stories has. */

const NOW = Date.UTC(2026, 10, 26, 18)
const HOUR_MS = 3_600_000

type Counts = Record<Exclude<keyof ServicePeriod, 'days' | 'due' | 'lead' | 'late' | 'overtaken' | 'stopped'>, number>

function aPeriod(days: number, due: number, counts: Partial<Counts>): ServicePeriod {
  const share = (name: keyof Counts) => counts[name] ?? 0
  return {
    days,
    due,
    sent: share('sent'),
    accepted: share('accepted'),
    ours: share('ours'),
    site: share('site'),
    login: share('login'),
    limit: share('limit'),
    ended_early: share('ended_early'),
    unknown: share('unknown'),
    corrected: share('corrected'),
    lead: due < 20 ? null : { ms: 4_980, of: due },
    late: due < 20 ? null : { ms: 21, of: due },
    overtaken: Math.round(due / 4),
    stopped: 3,
  }
}

const few = [
  aPeriod(7, 0, {}),
  aPeriod(30, 3, { sent: 3, accepted: 3 }),
  aPeriod(90, 12, { sent: 12, accepted: 11, site: 1 }),
]
const MANY = { sent: 1_231, accepted: 1_228, ours: 1, site: 3, login: 2, ended_early: 4, unknown: 2, corrected: 1 }
const many = [
  aPeriod(7, 96, { sent: 96, accepted: 96 }),
  aPeriod(30, 414, { sent: 413, accepted: 412, site: 2 }),
  aPeriod(90, 1_240, MANY),
]

const FIGURES = {
  few: [{ practice: false, periods: few }],
  many: [
    { practice: false, periods: many },
    { practice: true, periods: few },
  ],
}

type State = Omit<Data<typeof api.readServiceStatus>, 'checked_at'>

const iso = (at: number) => new Date(at).toISOString()
const WELL: State = { engines: 'ok', site: 'ok', bids: 'ok', alerts: 'ok', jobs: 'ok', pause: null, incidents: [] }

const STATES: Record<'well' | 'trouble' | 'paused', State> = {
  well: WELL,
  trouble: {
    ...WELL,
    engines: 'down',
    site: 'failing',
    bids: 'overdue',
    incidents: [
      { kind: 'bids_overdue', began_at: iso(NOW - 90_000), ended_at: null },
      { kind: 'no_engine', began_at: iso(NOW - 120_000), ended_at: null },
      { kind: 'database_away', began_at: iso(NOW - 60 * HOUR_MS), ended_at: iso(NOW - 33 * HOUR_MS) },
      { kind: 'site_failing', began_at: iso(NOW - 700 * HOUR_MS), ended_at: iso(NOW - 699 * HOUR_MS) },
    ],
  },
  paused: {
    ...WELL,
    pause: { state: 'all', reason: 'ShopGoodwill has changed its pages; we are looking.', since: iso(NOW - HOUR_MS) },
    incidents: [{ kind: 'paused', began_at: iso(NOW - HOUR_MS), ended_at: null }],
  },
}

/** The answers with figures and a state of these. */
export const serviceAnswers = (figures: keyof typeof FIGURES, state: keyof typeof STATES) => ({
  'service-level': { counted_at: iso(NOW), figures: FIGURES[figures] },
  status: { checked_at: iso(NOW), ...STATES[state] },
})
