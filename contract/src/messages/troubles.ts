import { formatWait } from '../format-wait.ts'
import { isSiteRefusal, refusalRemedy, siteRefuses } from './bids/auction.ts'

/** What a trouble counts and measures. What `measure` is, and its unit, is said at the kind. */
type Values = { count: number | null; measure: number | null; names: readonly string[] }

type Described = {
  /** A few words. */
  title: string
  /** What follows from it. */
  text: string
  /** What the operator can do. */
  remedy: string
  /** The page that shows more. */
  to: string
}

const MEBIBYTE = 2 ** 20
const SECOND_MS = 1_000

const counted = (count: number | null, noun: string) =>
  `${count ?? 'Some'} ${noun}${count === 1 ? '' : 's'}`.replace(/^10000 /, '10,000 or more ')
const are = (count: number | null) => (count === 1 ? 'is' : 'are')
const seconds = (ms: number | null) => `${(Math.abs(ms ?? 0) / SECOND_MS).toFixed(1)} s`
const listed = (names: readonly string[]) => names.join(', ')
const failureOf = (kinds: readonly string[]) =>
  kinds.some(isSiteRefusal)
    ? `${siteRefuses('The auction site')} ${refusalRemedy}`
    : `${listed(kinds).replaceAll('_', ' ')}.`

/** Every kind of trouble of an installation, the worst first, with its sentences. */
const KINDS = {
  /** No figure. */
  database_away: () => ({
    title: 'The database does not answer',
    text: 'Nothing can be scheduled or shown. Engines go on for 16 seconds without it.',
    remedy: 'Start PostgreSQL, or mend the way to it. Its log says why it stopped.',
    to: '/admin',
  }),
  /** `count`: bids that are due within ten minutes. */
  no_engine: ({ count }) => ({
    title: 'No engine can send bids',
    text: `${counted(count, 'bid')} ${are(count)} due within ten minutes. What falls due meanwhile is missed.`,
    remedy:
      'Start an engine: “npm run bidwell engine”, or everything by “npm start”. The log of the last one says why it ended.',
    to: '/admin#engines',
  }),
  /** `count`: bids. */
  bids_overdue: ({ count }) => ({
    title: `${counted(count, 'bid')} ${are(count)} overdue`,
    text: 'Their instant has passed, and no engine holds them.',
    remedy: 'Look at the engines first. A bid whose auction is still open goes out as soon as an engine takes it.',
    to: '/admin/bids',
  }),
  /** `measure`: the greatest possible error of the site's clock, ms; null: it was not measured lately. */
  clock_unknown: ({ count, measure }) => ({
    title: "The site's clock is not well known",
    text: `${counted(count, 'bid')} ${are(count)} due within ten minutes, and ${measure === null ? 'the clock was not measured for 15 minutes' : `its error may be ${seconds(measure)}`}.`,
    remedy: 'Engines measure it by reading the site: look at the site and at the engines.',
    to: '/admin#site',
  }),
  /** `measure`: free bytes. `names`: where. */
  disk_full: ({ names, measure }) => ({
    title: 'A disk is full',
    text: `${listed(names)}: ${Math.floor((measure ?? 0) / MEBIBYTE)} MiB are free. An engine still sends, but what it has not told the database is lost with its process, and a database on that disk stops.`,
    remedy: 'Make room now: old logs and backups first.',
    to: '/admin#machines',
  }),
  /** No figure. */
  jobs_gone: () => ({
    title: 'The background jobs do not run',
    text: 'No prices are refreshed, no mails and alerts go out, and bids are not checked ahead of time.',
    remedy: 'Start them: “npm run bidwell jobs”. The log of the last process says why it ended.',
    to: '/admin#machines',
  }),
  /** `count`: engines. `names`: their hosts. */
  engine_silent: ({ count, names }) => ({
    title: `${counted(count, 'engine')} ${are(count)} silent`,
    text: `On ${listed(names)}. It was killed, it hangs, or it has lost the database. Another fit engine takes its bids over within 20 s.`,
    remedy: 'Look at its process and its log. End a process that hangs, and start the engine again.',
    to: '/admin#engines',
  }),
  /** `count`: engines. `names`: the reasons. */
  engine_unfit: ({ count, names }) => ({
    title: `${counted(count, 'engine')} ${are(count)} not fit`,
    text: `It lets fit engines take bids first, and sends them itself where there is none: ${listed(names).replaceAll('_', ' ')}.`,
    remedy: 'The machine is too busy, or was suspended. Take other work off it.',
    to: '/admin#engines',
  }),
  /** `measure`: the greatest delay, ms. */
  engine_late: ({ measure }) => ({
    title: 'Bids leave late',
    text: `Timers or bids of an engine were up to ${Math.round(measure ?? 0)} ms late.`,
    remedy: 'The machine of an engine is too busy. Take other work off it, or let the engine run with priority.',
    to: '/admin#engines',
  }),
  /** `count`: failures in a row. `names`: the kind of failure. */
  site_failing: ({ count, names }) => ({
    title: names.some(isSiteRefusal) ? 'The auction site refuses this installation' : 'The auction site fails',
    text: `${counted(count, 'failure')} in a row: ${failureOf(names)} Reads that can wait are held back. Bids are tried nevertheless.`,
    remedy:
      'See whether the site works in a browser, from the same network. Pause bidding if its answers cannot be trusted.',
    to: '/admin#site',
  }),
  /** `count`: listings. `measure`: how old the oldest price is beyond its time, ms. */
  prices_old: ({ measure }) => ({
    title: `Prices are up to ${formatWait(measure ?? 0)} late`,
    text: 'The budget of reads is used up: bids come first.',
    remedy:
      'It passes by itself after a peak. If it comes each evening, ask the site for more reads and raise SITE_READS_PER_SECOND.',
    to: '/admin#site',
  }),
  /** `count`: bids. */
  bids_checking: ({ count }) => ({
    title: `${counted(count, 'bid')} ${are(count)} checked for long`,
    text: 'They were sent more than five minutes ago, and the site does not prove how they ended.',
    remedy: 'Bidwell goes on asking. Look at the site whether its pages of closed items work.',
    to: '/admin/bids',
  }),
  /** `count`: what waits. `names`: channels. */
  channel_down: ({ count, names }) => ({
    title: `Nothing goes out by ${listed(names)}`,
    text: `${counted(count, 'message')} ${are(count)} waiting.`,
    remedy: 'Check SMTP_URL or the account at Twilio. What waits goes out by itself when the other side answers again.',
    to: '/admin#deliveries',
  }),
  /** `count`: refusals within an hour. `names`: channels. */
  deliveries_refused: ({ count, names }) => ({
    title: `${counted(count, 'message')} refused by ${listed(names)}`,
    text: 'Within the last hour, more were refused than taken.',
    remedy: 'The log of the jobs has what the other side said. A sender without SPF and DKIM is a frequent reason.',
    to: '/admin#deliveries',
  }),
  /** `count`: jobs that have used up their tries. `measure`: jobs that are due. */
  queue_failing: ({ count, measure }) => ({
    title: (count ?? 0) > 0 ? `${counted(count, 'background job')} failed for good` : 'Background jobs pile up',
    text: `${counted(measure, 'job')} ${are(measure)} due.`,
    remedy:
      'The log of the jobs has the errors: mend what they name. The schedule does such work anew, and a job that failed goes a day later.',
    to: '/admin#machines',
  }),
  /** `measure`: how old the last verified backup is, ms; null: there is none. */
  backup_missing: ({ measure }) => ({
    title: measure === null ? 'There is no verified backup' : `The last verified backup is ${formatWait(measure)} old`,
    text: 'What happened since then is lost with the disk of the database.',
    remedy: 'Let “bidwell backup” run each night. Where backups are made by other means, set BACKUPS=off.',
    to: '/admin#backups',
  }),
  /** `names`: what went wrong. */
  backup_failed: ({ names }) => ({
    title: 'The last backup failed',
    text: `${listed(names)}.`,
    remedy: 'The backups before it stay. Remove the cause, and make one by “npm run bidwell backup”.',
    to: '/admin#backups',
  }),
  /** `measure`: the slowest answer, ms. */
  database_slow: ({ measure }) => ({
    title: 'The database is slow',
    text: `It took ${seconds(measure)} for an answer that takes milliseconds.`,
    remedy: 'Look at the load of its machine, and for other programs on it.',
    to: '/admin#database',
  }),
  /** `measure`: the site's clock minus the database's, ms. */
  clock_off: ({ measure }) => ({
    title: 'A clock is wrong',
    text: `The database's clock is ${seconds(measure)} ${(measure ?? 0) > 0 ? 'behind' : 'ahead of'} the site's. Bids follow the site's clock; times on pages, sessions and codes do not.`,
    remedy: 'Let the machine of the database set its clock by NTP.',
    to: '/admin#site',
  }),
  /** `measure`: free bytes. `names`: where. */
  disk_nearly_full: ({ names, measure }) => ({
    title: 'A disk is nearly full',
    text: `${listed(names)}: ${Math.floor((measure ?? 0) / MEBIBYTE)} MiB are free.`,
    remedy: 'Make room: old logs and backups first.',
    to: '/admin#machines',
  }),
  /** `count`: alarms. */
  alarms: ({ count }) => ({
    title: `${counted(count, 'alarm')} ${are(count)} open`,
    text: 'Bidwell has set something aside for you.',
    remedy: 'Read each at /admin, do what it says, and clear it.',
    to: '/admin#alarms',
  }),
} as const satisfies Record<string, (values: Values) => Described>

export type TroubleKind = keyof typeof KINDS

/** Every kind, the worst first. */
export const TROUBLE_KINDS = Object.keys(KINDS).filter((name): name is TroubleKind => name in KINDS)

/** The sentences of a trouble. */
export const describe = (kind: TroubleKind, values: Values): Described => KINDS[kind](values)

/** After a trouble, which lasted for so many ms. */
export const over = (kind: string, ms: number) => ({
  title: `Over: ${kind.replaceAll('_', ' ')}`,
  text: `It lasted ${formatWait(ms)}.`,
})
