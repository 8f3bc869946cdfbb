import type { ServerEvent } from '@bidwell/contract'
import type { EventStream } from './event-stream.ts'

const MAX_STREAMS_PER_ACCOUNT = 20
/** Of one network: several hundred people may share one, or a proxy that nobody has named. */
const MAX_STREAMS_PER_NETWORK = 400
/** Each reads all that its page shows, with several calls. */
const RESYNCED_AT_ONCE = 100

export type Audience = ReturnType<typeof createAudience>

/** The open event streams, by account. */
export function createAudience() {
  const streams = new Map<number, Set<EventStream>>()
  /** Their browsers are yet to be asked to read everything again. */
  const stale = new Set<EventStream>()
  let isClosed = false

  const all = () => [...streams.values()].flatMap((ofAccount) => [...ofAccount])

  function remove(stream: EventStream) {
    stale.delete(stream)
    const ofAccount = streams.get(stream.accountId)
    ofAccount?.delete(stream)
    if (ofAccount?.size === 0) streams.delete(stream.accountId)
  }

  function end(stream: EventStream) {
    remove(stream)
    stream.close()
  }

  return {
    all,
    end,
    accountIds: () => [...streams.keys()],
    has: (accountId: number) => streams.has(accountId),
    send: (accountId: number, event: ServerEvent) => streams.get(accountId)?.forEach((stream) => stream.send(event)),

    /** The browsers of an account, or of everybody, may have missed changes. */
    markStale(accountId?: number) {
      for (const stream of accountId === undefined ? all() : (streams.get(accountId) ?? [])) stale.add(stream)
    },

    /** Asks the next of those browsers to read everything again. Returns whether some are left. */
    resyncSome(): boolean {
      for (const stream of [...stale].slice(0, RESYNCED_AT_ONCE)) {
        stale.delete(stream)
        stream.send({ type: 'resync' })
      }
      return stale.size > 0
    },

    /** Whether a network has as many streams as it may have. */
    isFull: (network: string) => all().filter((stream) => stream.network === network).length >= MAX_STREAMS_PER_NETWORK,

    /** Adds a stream until it ends. Beyond the limit per account, the oldest stream ends: its browser is likely gone. */
    add(stream: EventStream) {
      const ofAccount = streams.get(stream.accountId) ?? new Set()
      streams.set(stream.accountId, ofAccount.add(stream))
      stream.output.once('close', () => remove(stream))
      if (isClosed) end(stream)
      const [oldest] = ofAccount
      if (oldest && ofAccount.size > MAX_STREAMS_PER_ACCOUNT) end(oldest)
    },

    /** Ends every stream, and each that is added later. */
    close() {
      isClosed = true
      all().forEach(end)
    },
  }
}
