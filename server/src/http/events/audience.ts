import type { ServerEvent } from '@bidwell/contract'
import type { EventStream } from './event-stream.ts'

const MAX_STREAMS_PER_ACCOUNT = 20
/** Of one network: several hundred people may share one, or a proxy that nobody has named. */
const MAX_STREAMS_PER_NETWORK = 400

export type Audience = ReturnType<typeof createAudience>

/** The open event streams, by account. */
export function createAudience() {
  const streams = new Map<number, Set<EventStream>>()
  let isClosed = false

  const all = () => [...streams.values()].flatMap((ofAccount) => [...ofAccount])

  function remove(stream: EventStream) {
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
    sendToAll: (event: ServerEvent) => all().forEach((stream) => stream.send(event)),

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
