import { setTimeout as delay } from 'node:timers/promises'
import { publicHalvesAsText } from '../../../server/src/config/keys.ts'
import { freshenListing } from '../api/seed-bids.ts'
import { addBidders } from '../fixtures.ts'
import { runSnipes, spreadEvenly } from '../snipes/run-snipes.ts'
import { type Program, startEngineProcess, startProgram } from '../start-program.ts'
import type { Testbed } from '../testbed.ts'
import { addPeople, itemOf } from './add-people.ts'
import { callAsPeople, type Failures } from './call-as-people.ts'
import { countNotifyingCommits, type NotifyingCommits } from './count-notifying-commits.ts'
import { countFullScans, type Scan } from './find-full-scans.ts'
import { openStreamsApart } from './open-streams-apart.ts'
import { signInPeople } from './sign-in-people.ts'

export type Evening = {
  /** How many bids close in it, and how long it takes. */
  closes: number
  spanMs: number
  leadInMs: number
}

/** `plain` reads one row, and shows how busy the machine is. */
export const CALLS_PER_SECOND = { plain: 5, list: 20, history: 10, schedule: 5 }
export const CHANGES_PER_SECOND = 5
/** One of so many people has a browser open. */
export const PEOPLE_PER_STREAM = 10
const BIDDERS = 50
const MOST_CALLERS = 2_000
/** What a start causes is over, such as what the jobs do first. */
const SETTLE_MS = 3_000

export type Measured = {
  people: number
  seedS: number
  streams: number
  openedPerSecond: number
  /** How often a busy API has put a browser off. */
  refused: number
  times: Record<keyof typeof CALLS_PER_SECOND, number[]>
  failed: Failures[]
  changes: number[]
  lateMs: number[]
  accepted: number
  closes: number
  notifyingCommits: NotifyingCommits
  scans: Scan[]
  stolenPercent: number | null
}

export type Installation = { apis: string[]; engines: Program[]; bidders: number[] }

/** Starts two APIs, two engines and one process for jobs, and gives some accounts logins that open. */
export async function startInstallation(testbed: Testbed): Promise<Installation> {
  const api = () =>
    startProgram(testbed, 'api', 'Server listening', {
      PORT: '0',
      NODE_ENV: 'production',
      VAULT_KEYS: publicHalvesAsText(testbed.config.keys.vault),
      TRUSTED_PROXIES: '127.0.0.1',
    })
  const apis = [testbed.use(await api()), testbed.use(await api())]
  const engines = [testbed.use(await startEngineProcess(testbed)), testbed.use(await startEngineProcess(testbed))]
  testbed.use(await startProgram(testbed, 'jobs', 'jobs started'))
  const bidders = await addBidders(testbed, BIDDERS)
  return {
    apis: apis.map(({ lines }) => lines.map(({ msg }) => /http:\S+/.exec(msg)?.[0]).find(Boolean) ?? ''),
    engines,
    bidders,
  }
}

/** Raises the number of people from `from` to `to`, and measures an evening with them. */
export async function measurePeople(
  testbed: Testbed,
  { apis, engines, bidders }: Installation,
  { from, to, evening }: { from: number; to: number; evening: Evening },
): Promise<Measured> {
  const { db, url } = testbed
  const startedAt = performance.now()
  await addPeople(testbed, from, to)
  const seedS = (performance.now() - startedAt) / 1_000
  const watchers = await signInPeople(testbed, everyNth(to / PEOPLE_PER_STREAM, PEOPLE_PER_STREAM, 0))
  const callers = await signInPeople(
    testbed,
    everyNth(Math.min(to - from, MOST_CALLERS), (to - from) / MOST_CALLERS, from),
  )
  await using streams = await openStreamsApart({ apis, tokens: watchers.map(({ token }) => token) })
  await delay(SETTLE_MS)

  const scansOf = await countFullScans(db)
  const commits = await countNotifyingCommits(url)
  const forMs = evening.leadInMs + evening.spanMs
  const engine = {
    get lines() {
      return engines.flatMap(({ lines }) => lines)
    },
  }
  const callerAt = (n: number) => callers[n % callers.length] ?? { token: '', person: 0 }
  const call = (kind: keyof typeof CALLS_PER_SECOND, callOf: Parameters<typeof callAsPeople>[3]) =>
    callAsPeople(apis, CALLS_PER_SECOND[kind], forMs, callOf)
  const changed = watchers
    .slice(0, Math.floor((forMs / 1_000) * CHANGES_PER_SECOND))
    .map(({ person }) => itemOf(person, 0))
  const [[bids], plain, list, history, schedule, changes] = await Promise.all([
    runSnipes(testbed, engine, bidders, {
      leadInMs: evening.leadInMs,
      batches: [{ name: 'evening', dueAfterMs: spreadEvenly(evening.closes, evening.spanMs) }],
    }),
    call('plain', (n) => ({ method: 'GET', path: '/bids/pause', token: callerAt(n * 3).token })),
    call('list', (n) => ({ method: 'GET', path: '/auctions?limit=50', token: callerAt(n).token })),
    call('history', (n) => ({ method: 'GET', path: '/history?limit=50', token: callerAt(n * 7).token })),
    call('schedule', (n) => {
      const { token, person } = callerAt(n)
      const auctionId = itemOf(person, 1)
      const body = { auctionId, maxBid: 900, confirmMaxBid: 900, secondsBeforeEnd: 5 }
      return { prepare: () => freshenListing(testbed, auctionId), method: 'POST', path: '/bids', token, body }
    }),
    streams.timeChanges(testbed, changed, CHANGES_PER_SECOND),
  ])
  const notifyingCommits = await commits.end()
  return {
    people: to,
    seedS,
    streams: watchers.length,
    refused: streams.refused,
    openedPerSecond: (1_000 * watchers.length) / streams.tookMs,
    times: { plain: plain.times, list: list.times, history: history.times, schedule: schedule.times },
    failed: [plain.failed, list.failed, history.failed, schedule.failed],
    changes,
    lateMs: bids?.lateMs ?? [],
    accepted: bids?.accepted ?? 0,
    closes: evening.closes,
    notifyingCommits,
    scans: await scansOf(),
    stolenPercent: bids?.stolenPercent ?? null,
  }
}

const everyNth = (count: number, step: number, from: number) =>
  Array.from({ length: Math.floor(count) }, (_, n) => from + Math.floor(n * Math.max(1, step)))
