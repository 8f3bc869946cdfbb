import { messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { BACKUPS, ENGINE, factsOf, JOBS } from '../../test/well-facts.ts'
import { findTroubles, type Trouble, whyNotWell } from './find-troubles.ts'
import type { Facts } from './read-facts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WELL = factsOf()
const { now } = WELL
const failing: Facts['site'] = {
  ...WELL.site,
  state: 'backing_off',
  since: now - MINUTE_MS,
  failureKind: 'connection',
  failures: 4,
}

test('Without trouble the list is empty, and the operator may sleep', () => {
  expect(findTroubles(WELL)).toEqual([])
  expect(whyNotWell(WELL)).toBeNull()
})

test.each<[string, Facts | null, Partial<Trouble>[]]>([
  ['the database does not answer', null, [{ kind: 'database_away', severity: 'page' }]],
  [
    'the only engine was killed or hangs',
    factsOf({
      engines: [{ ...ENGINE, state: 'silent', beatAt: now - 26_000 }],
      engineFigures: { sends: 0, fit: 0, silent: 1 },
      since: { engineLost: now - 26_000 },
    }),
    [
      { kind: 'no_engine', severity: 'page', since: now - 26_000, count: 2 },
      { kind: 'engine_silent', severity: 'warn', since: now - 26_000, count: 1, names: ['one'] },
    ],
  ],
  [
    'one of two engines is not fit',
    factsOf({ engines: [ENGINE, { ...ENGINE, id: 2, state: 'unfit', unfitReason: 'event_loop_late' }] }),
    [{ kind: 'engine_unfit', names: ['event_loop_late'] }],
  ],
  [
    'the only engine is not fit, and sends all the same',
    factsOf({
      engines: [{ ...ENGINE, state: 'unfit', unfitReason: 'event_loop_late' }],
      engineFigures: { fit: 0, unfit: 1 },
    }),
    [{ kind: 'engine_unfit', names: ['event_loop_late'] }],
  ],
  ['bids leave late', factsOf({ engineFigures: { bidLateS: 0.25 } }), [{ kind: 'engine_late', measure: 250 }]],
  [
    'bids are overdue',
    factsOf({ due: { overdue: 3 }, since: { bidOverdue: now - MINUTE_MS } }),
    [{ kind: 'bids_overdue', severity: 'page', count: 3, since: now - MINUTE_MS }],
  ],
  ['bids are checked for long', factsOf({ checkedForLong: 2 }), [{ kind: 'bids_checking', count: 2 }]],
  [
    "bids are due and the site's clock was never measured",
    factsOf({ rest: { clockOffsetS: null, clockErrorS: null, clockAgeS: null } }),
    [{ kind: 'clock_unknown', severity: 'page', measure: null }],
  ],
  [
    "bids are due and the site's clock may be a second wrong",
    factsOf({ rest: { clockErrorS: 1 } }),
    [{ kind: 'clock_unknown', measure: 1_000 }],
  ],
  ["the database's clock is off", factsOf({ rest: { clockOffsetS: -40 } }), [{ kind: 'clock_off', measure: -40_000 }]],
  ['the database is slow', factsOf({ slowestMs: 1_500 }), [{ kind: 'database_slow', measure: 1_500 }]],
  [
    'the mail server is down',
    factsOf({ channels: [{ channel: 'email', deadSince: now - MINUTE_MS, sent: 0, refused: 0 }] }),
    [{ kind: 'channel_down', since: now - MINUTE_MS, names: ['email'], count: 3 }],
  ],
  [
    'more mails are refused than taken',
    factsOf({ channels: [{ channel: 'email', deadSince: null, sent: 2, refused: 3 }] }),
    [{ kind: 'deliveries_refused', names: ['email'], count: 3 }],
  ],
  [
    'the site fails',
    factsOf({ site: failing }),
    [{ kind: 'site_failing', since: now - MINUTE_MS, count: 4, names: ['connection'] }],
  ],
  [
    'the disk of an engine is full, and that of the jobs nearly',
    factsOf({ engines: [{ ...ENGINE, freeBytes: 5 }], jobs: [{ ...JOBS, freeBytes: 5e8 }] }),
    [
      { kind: 'disk_full', severity: 'page', measure: 5, names: ['engine on one'] },
      { kind: 'disk_nearly_full', severity: 'warn', measure: 5e8, names: ['jobs on one'] },
    ],
  ],
  [
    'the jobs have not beaten for a minute',
    factsOf({ jobs: [{ ...JOBS, beatAt: now - MINUTE_MS }] }),
    [{ kind: 'jobs_gone', severity: 'page', since: now - MINUTE_MS }],
  ],
  ['jobs failed for good', factsOf({ rest: { jobsFailed: 2 } }), [{ kind: 'queue_failing', count: 2, measure: 1 }]],
  [
    'prices are late',
    factsOf({ since: { listingDue: now - 4 * MINUTE_MS } }),
    [{ kind: 'prices_old', measure: 4 * MINUTE_MS }],
  ],
  [
    'prices are late because the site fails',
    factsOf({ site: failing, since: { listingDue: now - 4 * MINUTE_MS } }),
    [{ kind: 'site_failing' }],
  ],
  [
    'the last verified backup is 27 hours old',
    factsOf({ backups: { ...BACKUPS, verifiedAt: now - 27 * HOUR_MS } }),
    [{ kind: 'backup_missing', severity: 'warn', since: now - 27 * HOUR_MS, measure: 27 * HOUR_MS }],
  ],
  [
    'no backup was ever verified, for more than 26 hours',
    factsOf({ backups: { ...BACKUPS, installedAt: now - 27 * HOUR_MS, verifiedAt: null, last: null } }),
    [{ kind: 'backup_missing', since: null, measure: null }],
  ],
  [
    'the last backup failed',
    factsOf({
      backups: { ...BACKUPS, last: { endedAt: now - MINUTE_MS, failure: 'The disk is full' } },
    }),
    [{ kind: 'backup_failed', severity: 'warn', since: now - MINUTE_MS, names: ['The disk is full'] }],
  ],
  ['an alarm is open', factsOf({ since: { firstAlarm: now - DAY_MS } }), [{ kind: 'alarms', since: now - DAY_MS }]],
])('When %s, the list says so and nothing else', (_, facts, expected) => {
  expect(findTroubles(facts)).toMatchObject(expected)
  expect(findTroubles(facts)).toHaveLength(expected.length)
})

test('Without a backup, nothing is wrong on an installation of today, and where backups are made by other means', () => {
  const none = { ...BACKUPS, verifiedAt: null, last: null }
  expect(findTroubles(factsOf({ backups: { ...none, installedAt: now - 25 * HOUR_MS } }))).toEqual([])
  expect(findTroubles(factsOf({ backups: null }))).toEqual([])
})

test('A trouble that no fact dates began when a process saw it first', () => {
  const seen = new Map([['database_slow', now - MINUTE_MS]])
  expect(findTroubles(factsOf({ slowestMs: 1_500, seen }))).toMatchObject([{ since: now - MINUTE_MS }])
})

test('Every trouble has a title, a sentence and a remedy, with and without figures', () => {
  expect(messages.troubles.TROUBLE_KINDS.length).toBeGreaterThan(15) // an empty scan would pass
  for (const kind of messages.troubles.TROUBLE_KINDS) {
    for (const values of [
      { count: null, measure: null, names: [] },
      { count: 1, measure: 61_000, names: ['a'] },
    ]) {
      const { title, text, remedy, to } = messages.troubles.describe(kind, values)
      expect(`${title} | ${text} | ${remedy}`).not.toMatch(/undefined|NaN|null|Infinity/)
      expect([title, text, remedy].every((part) => part !== '')).toBe(true)
      expect(to).toMatch(/^\/admin/)
    }
  }
})

test.each<[string, Facts | null, ReturnType<typeof whyNotWell>]>([
  ['the newest alarm is an hour old', factsOf({ since: { firstAlarm: 0, lastAlarm: now - 3_600_000 } }), null],
  ['an alarm was raised a minute ago', factsOf({ since: { firstAlarm: 0, lastAlarm: now - MINUTE_MS } }), 'alarms'],
  ['the database does not answer', null, 'database_away'],
  ['no engine sends', factsOf({ engineFigures: { sends: 0, fit: 0 }, due: { overdue: 3 } }), 'no_engine'],
  ['a bid is overdue', factsOf({ due: { overdue: 1 } }), 'bids_overdue'],
  ['prices are late', factsOf({ since: { listingDue: now - 4 * MINUTE_MS } }), null],
  ['the beat of the jobs is late', factsOf({ jobs: [] }), null],
  [
    'a channel sends nothing',
    factsOf({ channels: [{ channel: 'email', deadSince: now, sent: 0, refused: 0 }] }),
    'channel_down',
  ],
])('When %s, the heartbeat is withheld for the right reason, or not at all', (_, facts, because) => {
  expect(whyNotWell(facts)).toBe(because)
})

test.each(['blocked', 'not_json'] as const)(
  'A site that fails by %s refuses this installation, and no password is wrong',
  (failureKind) => {
    const [trouble] = findTroubles(factsOf({ site: { ...failing, failureKind } }))
    const { title, text } = messages.troubles.describe('site_failing', trouble!)
    expect(title).toBe('The auction site refuses this installation')
    expect(text).toContain("The auction site refuses this computer's address or this program. It is not your password.")
    expect(text).toContain(messages.auction.refusalRemedy)
  },
)
