import { tellWeeks } from '../alerts/tell-weeks.ts'
import { type TellDeps, tellWhatTimeBrings } from '../alerts/tell-what-time-brings.ts'
import { readSiteLists } from '../auctions/site-lists/read-site-lists.ts'
import { endFilledGroups } from '../bidding/groups/end-filled-groups.ts'
import type { PauseDeps } from '../bidding/pauses/await-release.ts'
import { endPausedBids } from '../bidding/pauses/end-paused-bids.ts'
import { logOperatorPauses } from '../bidding/pauses/log-operator-pauses.ts'
import { endRequests } from '../bidding/waiting/end-requests.ts'
import { measureBids } from '../health/measure-bids.ts'
import { type CheckDeps, checkOrders } from '../orders/check-orders.ts'
import type { Change } from '../platform/changes/announce-change.ts'
import { followChanges } from '../platform/changes/follow-changes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/open-database.ts'
import type { Db } from '../platform/database/tables.ts'
import { every } from '../platform/every.ts'
import type { Log } from '../platform/log.ts'

/* The verbs that the jobs call at an interval, each until it is disposed. */

const READ_LISTS_EVERY_MS = 30_000
const END_BIDS_EVERY_MS = 5_000
const END_REQUESTS_EVERY_MS = 10_000
const LOG_PAUSES_EVERY_MS = 1_000
const TELL_EVERY_MS = 10_000
const TELL_WEEKS_EVERY_MS = 600_000
const MEASURE_EVERY_MS = 30_000
/** Engines of an installation that has just been started are about to beat. */
const SETTLED_AFTER_MS = 60_000

type Reporting = { onError: (error: unknown) => void }

type Following = Reporting & { database: Pick<Database, 'listen'>; log: Pick<Log, 'warn'> }

/**
 * Checks results and payments by the orders at the site as they fall due, and reads what owners watch there; both at once
 * when an owner asks for it.
 */
export async function startReadingLists(deps: CheckDeps & Following): Promise<AsyncDisposable> {
  const { clock, database, log, onError } = deps
  await using parts = new AsyncDisposableStack()
  const check = async (signal: AbortSignal) => {
    await readSiteLists(deps, signal)
    if (await checkOrders(deps, signal)) checking.wake()
  }
  const checking = parts.use(every(clock, READ_LISTS_EVERY_MS, check, { onError }))
  const onChange = ({ what }: Change) => void (what === 'reading_asked' && checking.wake())
  parts.use(await followChanges(database, onChange, { onReconnect: () => checking.wake(), log }))
  return parts.move()
}

/** Ends what no engine ends: bids whose auctions close during a pause, and those that wait in groups which have won. */
export const startEndingBids = (deps: PauseDeps & Reporting): AsyncDisposable =>
  every(
    deps.clock,
    END_BIDS_EVERY_MS,
    async () => {
      await endPausedBids(deps)
      await endFilledGroups(deps)
    },
    { onError: deps.onError },
  )

/** Ends the bids that programs asked for and nobody answered. */
export const startEndingRequests = (deps: Parameters<typeof endRequests>[0] & Reporting): AsyncDisposable =>
  every(deps.clock, END_REQUESTS_EVERY_MS, () => endRequests(deps), { onError: deps.onError })

/** Logs the operator's pauses with every bid that they apply to. */
export const startLoggingPauses = (deps: { db: Db; clock: Clock } & Reporting): AsyncDisposable =>
  every(deps.clock, LOG_PAUSES_EVERY_MS, (signal) => logOperatorPauses(deps, signal), { onError: deps.onError })

/** Tells users what no single write causes. */
export function startTelling({ onError, ...deps }: Omit<TellDeps, 'isSettled'> & Reporting): AsyncDisposable {
  const { clock } = deps
  const startedAt = clock.monotonic()
  const tell = () => tellWhatTimeBrings({ ...deps, isSettled: clock.monotonic() - startedAt >= SETTLED_AFTER_MS })
  return every(clock, TELL_EVERY_MS, tell, { onError })
}

/** Tells users their week. */
export const startTellingWeeks = (deps: { db: Db; clock: Clock } & Reporting): AsyncDisposable =>
  every(deps.clock, TELL_WEEKS_EVERY_MS, () => tellWeeks(deps), { onError: deps.onError })

/** Measures how the bids that have ended were served. */
export const startMeasuring = (deps: { db: Db; clock: Clock } & Reporting): AsyncDisposable =>
  every(deps.clock, MEASURE_EVERY_MS, (signal) => measureBids(deps, signal), { onError: deps.onError })
