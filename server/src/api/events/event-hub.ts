import { messages } from '@bidwell/contract'
import { advanceReads } from '../../auctions/listings/advance-reads.ts'
import type { Ctx } from '../../context/ctx.ts'
import { markActive } from '../../identity/accounts/active-accounts.ts'
import { readSiteTime } from '../../marketplace/site-time.ts'
import { followChanges } from '../../platform/changes/follow-changes.ts'
import type { Database } from '../../platform/database/open-database.ts'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { every } from '../../platform/every.ts'
import { networkOf } from '../../platform/network-of.ts'
import { createAudience } from './audience.ts'
import { changeEmitter, type EventLoaders } from './emit-changes.ts'
import { type EventStream, openEventStream } from './event-stream.ts'

type Hub = Ctx & {
  database: Pick<Database, 'listen'>
  loaders: EventLoaders
  onError: (error: unknown) => void
}

export type EventHub = AsyncDisposable & {
  /** Opens the event stream of one browser. Its first event is the site's time. Throws 429 when its network has too many. */
  open(browser: { accountId: number; sessionId: string; isProgram: boolean; ipAddress: string }): Promise<EventStream>
  /** Ends every stream before the process stops: the browsers reconnect to another process, or after the restart. */
  closeStreams(): void
  /** The streams that are open. */
  count(): number
}

const HEARTBEAT_MS = 15_000
/** Sessions are checked every fourth heartbeat, once a minute. */
const HEARTBEATS_PER_SESSION_CHECK = 4
/** A busy server whose reads fail would be brought down by thousands of browsers that read everything again at once. */
const RESYNC_EVERY_MS = 500

/** Sends every open browser the changes of its account, from one LISTEN connection, until disposed. */
export async function startEventHub(ctx: Hub): Promise<EventHub> {
  const { db, clock, log, onError } = ctx
  const audience = createAudience()
  const resyncSome = () => void (audience.resyncSome() && resyncing.wake())
  // Only when woken.
  const resyncing = every(clock, Infinity, resyncSome, { onError, minIntervalMs: RESYNC_EVERY_MS })
  function resync(accountId?: number) {
    audience.markStale(accountId)
    resyncing.wake()
  }
  const emitChange = changeEmitter({ ...ctx, audience, resync })
  let heartbeats = 0

  async function endDeadSessions(streams: EventStream[]) {
    const sessionIds = streams.map(({ sessionId }) => sessionId)
    const live = await liveSessions(db, sessionIds, clock.now())
    for (const stream of streams.filter(({ sessionId }) => !live.has(sessionId))) {
      stream.send({ type: 'session_ended' })
      audience.end(stream)
    }
  }

  async function showActive(accountIds: number[]) {
    const back = await markActive(db, accountIds, clock.now())
    if (back.length > 0) await advanceReads(ctx, back)
  }

  async function beat() {
    const checksSessions = heartbeats++ % HEARTBEATS_PER_SESSION_CHECK === 0
    const open = audience.all()
    if (open.length === 0) return
    await showActive(audience.accountIds())
    if (checksSessions) await endDeadSessions(open)
    const time = await readSiteTime(ctx)
    for (const stream of open) stream.send({ type: 'site_time', time })
  }

  const following = await followChanges(
    ctx.database,
    (change) => {
      if (change.what === 'delivery' || change.what === 'reading_asked') return
      if (change.what !== 'session') return emitChange(change)
      const ofSession = audience.all().filter(({ sessionId }) => sessionId === change.sessionId)
      endDeadSessions(ofSession).catch(onError)
    },
    {
      log,
      onReconnect: () => {
        resync()
        endDeadSessions(audience.all()).catch(onError)
      },
    },
  )
  const beating = every(clock, HEARTBEAT_MS, beat, { onError })

  return {
    async open({ ipAddress, ...browser }) {
      const network = networkOf(ipAddress)
      if (audience.isFull(network)) {
        throw new AppError('rate_limited', messages.generic.tooManyRequests, { retryAfterMs: HEARTBEAT_MS })
      }
      await showActive([browser.accountId])
      const time = await readSiteTime(ctx)
      const stream = openEventStream({ ...browser, network })
      stream.send({ type: 'site_time', time })
      audience.add(stream)
      // The session may have ended after the caller was checked and before the stream was added.
      await endDeadSessions([stream])
      return stream
    },
    closeStreams: () => audience.close(),
    count: () => audience.all().length,
    async [Symbol.asyncDispose]() {
      audience.close()
      await Promise.all([beating, following, resyncing].map((part) => part[Symbol.asyncDispose]()))
    },
  }
}

/** Those of the sessions, and of the tokens, that are neither revoked nor expired. */
async function liveSessions(db: Db, sessionIds: string[], now: number): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', sessionIds)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .execute()
  const tokens = await db
    .selectFrom('api_tokens as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select('t.id')
    .where('t.id', 'in', sessionIds)
    .where('t.expires_at', '>', new Date(now))
    .where('a.suspended_at', 'is', null)
    .execute()
  return new Set([...rows, ...tokens].map((row) => row.id))
}
