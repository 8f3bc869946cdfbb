import type { IntegrationStatus, ServerEvent, WireAuction, WireBid } from '@bidwell/contract'
import { readPause } from '../../pauses/read-pause.ts'
import type { Change } from '../../changes/change.ts'
import { followChanges } from '../../changes/follow-changes.ts'
import type { Database } from '../../platform/database/open-database.ts'
import { readSiteTime, type SiteTimeDeps } from '../../marketplace/site-time.ts'
import { every } from '../../platform/every.ts'
import { openEventLine, type EventLine } from './event-line.ts'
import { keepLooking, liveSessions } from './event-queries.ts'
import { latestOnly } from './latest-only.ts'

/** How the hub reads what it tells; null when it is no longer there, or not that account's. */
export type EventLoaders = {
  loadAuction(accountId: number, auctionId: number): Promise<WireAuction | null>
  loadBid(accountId: number, bidId: number): Promise<WireBid | null>
  loadTrackersOf(listingId: number): Promise<{ accountId: number; auctionId: number }[]>
  loadIntegrationStatus(accountId: number): Promise<IntegrationStatus>
}

export type HubDeps = SiteTimeDeps & {
  database: Pick<Database, 'listen'>
  loaders: EventLoaders
  onError: (error: unknown) => void
}

export type EventHub = AsyncDisposable & {
  open(accountId: number, sessionId: string): Promise<EventLine>
  /** Ends every line, as before stopping: their browsers come back to whoever listens then. */
  closeLines(): void
}

const BEAT_MS = 15_000
/** Every fourth beat, a minute apart: whether the lines' sessions are still alive. */
const BEATS_PER_SESSION_CHECK = 4
const LOOKING_MS = 60_000
const MOST_LINES_PER_ACCOUNT = 20

/** Tells every open browser what has changed for its account, from one LISTEN connection, until disposed. */
export async function startEventHub(deps: HubDeps): Promise<EventHub> {
  const { db, clock, loaders, onError } = deps
  const lines = new Map<number, Set<EventLine>>()
  let beats = 0
  const readLatest = latestOnly((error) => {
    onError(error)
    resyncAll() // what could not be read has not been told
  })
  let closing = false

  const all = () => [...lines.values()].flatMap((ofAccount) => [...ofAccount])
  const tell = (accountId: number, event: ServerEvent) => lines.get(accountId)?.forEach((line) => line.send(event))

  /** Reads once per change and account, however many browsers show it, and only if one does. */
  function tellLatest(accountId: number, what: string, read: () => Promise<ServerEvent | null>) {
    if (!lines.has(accountId)) return
    void readLatest(`${accountId} ${what}`, async () => {
      const event = await read()
      if (event) tell(accountId, event)
    })
  }

  /** Gone or not is read like everything else, so that news from before a removal cannot arrive after it. */
  function tellAuction(accountId: number, id: number) {
    tellLatest(accountId, `auction ${id}`, async () => {
      const auction = await loaders.loadAuction(accountId, id)
      return auction ? { type: 'auction_changed', auction } : { type: 'auction_removed', id }
    })
  }

  function tellPause(accountId: number) {
    tellLatest(accountId, 'pause', async () => ({ type: 'pause_changed', pause: await readPause(db, accountId) }))
  }

  function onChange(change: Change) {
    switch (change.what) {
      case 'listing':
        if (lines.size === 0) return
        return void readLatest(`listing ${change.listingId}`, async () => {
          for (const tracker of await loaders.loadTrackersOf(change.listingId)) {
            tellAuction(tracker.accountId, tracker.auctionId)
          }
        })
      case 'auction':
      case 'auction_removed':
        return tellAuction(change.accountId, change.auctionId)
      case 'bid':
        return tellLatest(change.accountId, `bid ${change.bidId}`, async () => {
          const bid = await loaders.loadBid(change.accountId, change.bidId)
          return bid && { type: 'bid_changed', bid }
        })
      case 'pause':
        for (const accountId of change.accountId === null ? lines.keys() : [change.accountId]) tellPause(accountId)
        return
      case 'connection':
        return tellLatest(change.accountId, 'connection', async () => {
          return { type: 'connection_changed', status: await loaders.loadIntegrationStatus(change.accountId) }
        })
      case 'session':
        return void endDeadSessions(all().filter((line) => line.sessionId === change.sessionId)).catch(onError)
    }
  }

  async function endDeadSessions(ofLines: EventLine[]) {
    const live = await liveSessions(
      db,
      ofLines.map((line) => line.sessionId),
      clock.now(),
    )
    for (const line of ofLines.filter((line) => !live.has(line.sessionId))) {
      line.send({ type: 'session_ended' })
      drop(line)
    }
  }

  async function beat(count: number) {
    const open = all()
    if (open.length === 0) return
    await keepLooking(db, [...lines.keys()], clock.now() + LOOKING_MS)
    if (count % BEATS_PER_SESSION_CHECK === 0) await endDeadSessions(open)
    const time = await readSiteTime(deps)
    for (const line of open) line.send({ type: 'site_time', time })
  }

  function forget(line: EventLine) {
    const ofAccount = lines.get(line.accountId)
    ofAccount?.delete(line)
    if (ofAccount?.size === 0) lines.delete(line.accountId)
  }

  function drop(line: EventLine) {
    forget(line)
    line.close()
  }

  function closeLines() {
    closing = true
    all().forEach(drop)
  }

  const resyncAll = () => all().forEach((line) => line.send({ type: 'resync' }))

  const following = await followChanges(deps.database, onChange, { onReconnect: resyncAll })
  const beating = every(clock, BEAT_MS, () => beat(beats++), { onError })

  return {
    async open(accountId, sessionId) {
      await keepLooking(db, [accountId], clock.now() + LOOKING_MS)
      const time = await readSiteTime(deps)
      const line = openEventLine(accountId, sessionId)
      line.send({ type: 'site_time', time })
      line.stream.once('close', () => forget(line))
      const ofAccount = lines.get(accountId) ?? new Set()
      lines.set(accountId, ofAccount.add(line))
      if (closing) drop(line)
      // The oldest goes: it is the likeliest to have nobody behind it any more.
      const [oldest] = ofAccount
      if (oldest && ofAccount.size > MOST_LINES_PER_ACCOUNT) drop(oldest)
      // It may have ended after it was checked, and before anybody listened for that.
      await endDeadSessions([line])
      return line
    },
    closeLines,
    async [Symbol.asyncDispose]() {
      closeLines()
      await Promise.all([beating[Symbol.asyncDispose](), following[Symbol.asyncDispose]()])
    },
  }
}
