import { messages } from '@bidwell/contract'
import type { Facts } from './read-facts.ts'

/** Something that is wrong, or will be. `page`: bids are in danger now. `since`, epoch ms: null when nothing tells. */
export type Trouble = {
  kind: messages.troubles.TroubleKind
  severity: 'page' | 'warn'
  since: number | null
  count: number | null
  measure: number | null
  names: readonly string[]
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const MEBIBYTE = 2 ** 20

const SLOW_ANSWER_MS = 1_000
const LATE_MS = 100
const CLOCK_ERROR_S = 0.5
const CLOCK_AGE_S = 15 * 60
const CLOCK_OFF_S = 5
const JOBS_BEAT_WITHIN_MS = 45 * SECOND_MS
const PRICES_LATE_MS = 2 * MINUTE_MS
const JOBS_PILE_UP = 500
const REFUSALS = 3
const FULL_BYTES = 200 * MEBIBYTE
const NEARLY_FULL_BYTES = 1_024 * MEBIBYTE
/** A backup is made each night, and may take a while. */
const BACKUP_WITHIN_MS = 26 * 60 * MINUTE_MS

type Found = Partial<Omit<Trouble, 'kind'>> & { isSo: boolean }
type Kind = messages.troubles.TroubleKind

const PAGES: readonly Kind[] = ['database_away', 'no_engine', 'bids_overdue', 'clock_unknown', 'disk_full', 'jobs_gone']

/**
 * What is wrong, the worst first; null stands for facts that could not be read, as the database does not answer. Pure: pages,
 * metrics, alerts and the heartbeat all show this list.
 */
export function findTroubles(facts: Facts | null): Trouble[] {
  if (facts === null) return [troubleOf('database_away', {})]
  const found = { ...aboutBids(facts), ...aboutMachines(facts), ...aboutServices(facts), ...aboutBackups(facts) }
  return messages.troubles.TROUBLE_KINDS.flatMap((kind) => {
    const { isSo, ...values } = found[kind] ?? { isSo: false }
    return isSo ? [troubleOf(kind, { ...values, since: values.since ?? facts.seen.get(kind) ?? null })] : []
  })
}

function troubleOf(kind: Kind, { since = null, count = null, measure = null, names = [] }: Partial<Trouble>): Trouble {
  return { kind, severity: PAGES.includes(kind) ? 'page' : 'warn', since, count, measure, names: [...new Set(names)] }
}

function aboutBids({ figures, since, engines, checkedForLong }: Facts): Partial<Record<Kind, Found>> {
  const { due, rest } = figures
  const silent = engines.filter(({ state }) => state === 'silent')
  const unfit = engines.filter(({ state }) => state === 'unfit')
  const lateMs = Math.max(figures.engines.timerLateS ?? 0, figures.engines.bidLateS ?? 0) * SECOND_MS
  const isClockOld = (rest.clockAgeS ?? Infinity) > CLOCK_AGE_S
  const errorS = rest.clockErrorS ?? 0
  return {
    no_engine: { isSo: figures.engines.sends === 0, since: since.engineLost, count: due.soon },
    bids_overdue: { isSo: due.overdue > 0, since: since.bidOverdue, count: due.overdue },
    clock_unknown: {
      isSo: due.soon > 0 && (isClockOld || errorS > CLOCK_ERROR_S),
      count: due.soon,
      measure: isClockOld ? null : errorS * SECOND_MS,
    },
    clock_off: {
      isSo: Math.abs(rest.clockOffsetS ?? 0) > CLOCK_OFF_S,
      measure: (rest.clockOffsetS ?? 0) * SECOND_MS,
    },
    engine_silent: {
      isSo: silent.length > 0,
      since: leastOf(silent.map(({ beatAt }) => beatAt)),
      count: silent.length,
      names: silent.map(({ host }) => host),
    },
    engine_unfit: {
      isSo: unfit.length > 0,
      count: unfit.length,
      names: unfit.map(({ unfitReason }) => unfitReason ?? ''),
    },
    engine_late: { isSo: lateMs > LATE_MS, measure: lateMs },
    bids_checking: { isSo: checkedForLong > 0, since: since.bidChecked, count: checkedForLong },
  }
}

function aboutMachines({ now, slowestMs, engines, jobs }: Facts): Partial<Record<Kind, Found>> {
  const runningJobs = jobs.filter(({ beatAt }) => now - beatAt <= JOBS_BEAT_WITHIN_MS)
  const disks = [
    ...engines.map(({ host, freeBytes }) => ({ name: `engine on ${host}`, freeBytes })),
    ...runningJobs.map(({ host, freeBytes }) => ({ name: `jobs on ${host}`, freeBytes })),
  ].flatMap(({ name, freeBytes }) => (freeBytes === null ? [] : [{ name, freeBytes }]))
  const full = disks.filter(({ freeBytes }) => freeBytes < FULL_BYTES)
  const nearlyFull = disks.filter(({ freeBytes }) => freeBytes >= FULL_BYTES && freeBytes < NEARLY_FULL_BYTES)
  const disk = (of: typeof disks) => ({
    isSo: of.length > 0,
    measure: leastOf(of.map(({ freeBytes }) => freeBytes)),
    names: of.map(({ name }) => name),
  })
  return {
    database_slow: { isSo: slowestMs > SLOW_ANSWER_MS, measure: slowestMs },
    disk_full: disk(full),
    disk_nearly_full: disk(nearlyFull),
    jobs_gone: { isSo: runningJobs.length === 0, since: jobs[0]?.beatAt ?? null },
  }
}

function aboutServices({ now, figures, site, channels, since, jobs }: Facts): Partial<Record<Kind, Found>> {
  const { due, rest } = figures
  const dead = channels.filter(({ deadSince }) => deadSince !== null)
  const refusing = channels.filter(({ refused, sent }) => refused >= REFUSALS && refused > sent)
  const waiting = figures.deliveries.filter(({ channel }) => dead.some((each) => each.channel === channel))
  const lateMs = now - (since.listingDue ?? now)
  const hasJobs = jobs.some(({ beatAt }) => now - beatAt <= JOBS_BEAT_WITHIN_MS)
  return {
    channel_down: {
      isSo: dead.length > 0,
      since: leastOf(dead.flatMap(({ deadSince }) => deadSince ?? [])),
      count: sumOf(waiting.map((each) => each.waiting)),
      names: dead.map(({ channel }) => channel),
    },
    deliveries_refused: {
      isSo: refusing.length > 0,
      count: sumOf(refusing.map(({ refused }) => refused)),
      names: refusing.map(({ channel }) => channel),
    },
    site_failing: {
      isSo: site.state !== 'ok',
      since: site.since,
      count: site.failures,
      names: site.failureKind === null ? [] : [site.failureKind],
    },
    // While the site fails, or nothing reads, that is the trouble.
    prices_old: {
      isSo: site.state === 'ok' && hasJobs && lateMs > PRICES_LATE_MS,
      count: due.listings,
      measure: lateMs,
    },
    queue_failing: {
      isSo: rest.jobsFailed > 0 || rest.jobsWaiting > JOBS_PILE_UP,
      count: rest.jobsFailed,
      measure: rest.jobsWaiting,
    },
    alarms: {
      isSo: since.firstAlarm !== null,
      since: since.firstAlarm,
      count: rest.alarms,
    },
  }
}

const namesOf = (words: string | null | undefined) => (words === null || words === undefined ? [] : [words])

function aboutBackups({ now, backups }: Facts): Partial<Record<Kind, Found>> {
  if (backups === null) return {}
  const { installedAt, verifiedAt, last } = backups
  return {
    backup_missing: {
      isSo: now - Math.max(verifiedAt ?? 0, installedAt) > BACKUP_WITHIN_MS,
      since: verifiedAt,
      measure: verifiedAt === null ? null : now - verifiedAt,
    },
    backup_failed: {
      isSo: (last?.failure ?? null) !== null,
      since: last?.endedAt ?? null,
      names: namesOf(last?.failure),
    },
  }
}

const leastOf = (numbers: readonly number[]) => (numbers.length === 0 ? null : Math.min(...numbers))
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

/**
 * An alarm stays until the operator clears it. It withholds the heartbeat for so long that a monitor notices, and no
 * longer: after it, the heartbeat must still be able to show that the engines are gone.
 */
const ALARM_SHOWS_MS = 15 * MINUTE_MS

/**
 * The worst trouble for which the operator must not sleep; null: the operator may. The jobs ask, so `jobs_gone` could only be
 * their own beat that is late.
 */
export function whyNotWell(facts: Facts | null): Kind | null {
  const isNewAlarm = facts !== null && facts.now - (facts.since.lastAlarm ?? -Infinity) < ALARM_SHOWS_MS
  const wakes = ({ kind, severity }: Trouble) =>
    kind === 'channel_down' || (kind === 'alarms' && isNewAlarm) || (severity === 'page' && kind !== 'jobs_gone')
  return findTroubles(facts).find(wakes)?.kind ?? null
}
