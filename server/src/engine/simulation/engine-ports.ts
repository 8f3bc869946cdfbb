import type { BidAnswer, BidLine, ClockSample, SiteSession } from '../../marketplace/marketplace.ts'
import { SiteError } from '../../marketplace/site-error.ts'
import type { Journal, JournalEntry, Ports, Site, Store } from '../core/ports.ts'
import type { ModelSite } from './model-site.ts'
import type { ModelStore } from './model-store.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { VirtualProcess } from './virtual-process.ts'

/** What becomes of a bid on its way. `lost`: it never arrives; `unheard`: it is taken, and the answer lost. */
export type BidFate = {
  kind: 'fine' | 'not_sent' | 'blocked' | 'rate_limited' | 'lost' | 'unheard'
  outMs: number
  backMs: number
}

export type Sending = {
  engineId: number
  auctionId: string
  bidder: string
  amountCents: number
  open: boolean
  taken: boolean
}

export type World = {
  time: VirtualTime
  site: ModelSite
  store: ModelStore
  bidFate: () => BidFate
  /** Called in the very turn of the write. */
  onSend: (sending: Sending) => void
  /** The disks of the machines, by process. */
  disks: Map<string, JournalEntry[]>
  isSeenDead: (engineId: number) => boolean
}

/** The outside of the engine's core, as one process of the simulated world has it. */
export function enginePorts(world: World, process: VirtualProcess, engineId: number): Ports {
  let ids = 0
  return {
    clock: process.clock,
    site: sitePort(world, process, engineId),
    store: storePort(world, process, engineId),
    journal: journalPort(world, process),
    ids: { uuid: () => `${process.name}-${ids++}` },
    tell: () => {},
  }
}

function storePort({ store, isSeenDead }: World, process: VirtualProcess, engineId: number): Store {
  const call = <T>(name: string, effect: () => T) => process.call(`store.${name}`, effect)
  return {
    engineId,
    renew: () => call('renew', () => store.renew(engineId)),
    neighbours: () =>
      call('neighbours', () => store.holders(engineId).map((it) => ({ ...it, dead: isSeenDead(it.engineId) }))),
    held: () => call('held', () => store.held(engineId)),
    claim: ({ dueBefore, expired }) => call('claim', () => store.claim(engineId, dueBefore, expired)),
    lockIn: (claim, at) => call('lockIn', () => store.lockIn(engineId, claim, at)),
    release: (claim) => call('release', () => store.release(claim)),
    record: (entries) => call('record', () => store.record(entries)),
    noteReading: ({ auctionId, endsAt, clock }) =>
      call('noteReading', () => store.noteEnd(auctionId, endsAt, clock.siteTime)),
    noteClock: () => call('noteClock', () => {}),
    noteFitness: () => call('noteFitness', () => {}),
  }
}

function sitePort(world: World, process: VirtualProcess, engineId: number): Site {
  const { site } = world
  const { clock } = process

  /** A stamp from the very moment at which the site acts, as its pages carry. */
  async function stamped<T>(name: string, grainMs: number, effect: () => T): Promise<{ value: T; clock: ClockSample }> {
    const sentAt = clock.monotonic()
    const { value, at } = await process.call(`site.${name}`, () => ({ value: effect(), at: site.siteTime() }))
    return {
      value,
      clock: { siteTime: Math.floor(at / grainMs) * grainMs, sentAt, receivedAt: clock.monotonic(), grainMs },
    }
  }

  return {
    openSession: (accountId) =>
      process.call('site.openSession', () => ({ token: `user${accountId}`, expiresAt: null, buyerId: null })),
    async readItem(auctionId, { session }) {
      const { value, clock: stamp } = await stamped('readItem', 1, () => site.read(auctionId, session?.token ?? null))
      if (!value) throw new SiteError('not_found', 'No such item')
      return { ...value, clock: stamp }
    },
    async sampleClock() {
      const { clock: stamp } = await stamped('sampleClock', 1_000, () => null)
      return stamp
    },
    openBidLine: (session) => bidLine(world, process, engineId, session),
  }
}

function bidLine(
  { time, site, bidFate, onSend }: World,
  process: VirtualProcess,
  engineId: number,
  session: SiteSession,
): BidLine {
  const { clock } = process
  return {
    async warm(auctionId) {
      const sentAt = clock.monotonic()
      const item = await process.call('site.warm', () => site.read(auctionId, session.token))
      if (!item) throw new SiteError('not_found', 'No such item')
      const { currentPriceCents, minimumBidCents, endsAt, endsAtAmbiguous, sellerId } = item
      const roundTripMs = clock.monotonic() - sentAt
      return { currentPriceCents, minimumBidCents, endsAt, endsAtAmbiguous, sellerId, roundTripMs }
    },
    prepareBid: ({ auctionId, maximum }) => ({
      fire() {
        const { kind, outMs, backMs } = bidFate()
        const sending: Sending = {
          engineId,
          auctionId,
          bidder: session.token,
          amountCents: maximum,
          open: true,
          taken: false,
        }
        onSend(sending)
        const answer = new Promise<BidAnswer>((resolve) => {
          const answered = (said: ReturnType<ModelSite['place']>, afterMs = backMs) =>
            process.deliver(time.now() + afterMs, () => resolve({ ...said, receivedAt: clock.monotonic() }))
          time.at(time.now() + outMs, () => {
            sending.open = false
            if (kind === 'lost') return answered({ kind: 'unknown', words: 'reset' })
            if (kind === 'rate_limited') return answered({ kind, words: '', retryAfterMs: null })
            if (kind === 'not_sent' || kind === 'blocked') return answered({ kind, words: '' })
            const said = site.place(session.token, auctionId, maximum)
            sending.taken = said.kind === 'leading' || said.kind === 'outbid'
            return answered(kind === 'unheard' ? { kind: 'unknown', words: 'reset' } : said)
          })
        })
        return { sentAt: clock.monotonic(), answer }
      },
    }),
    async [Symbol.asyncDispose]() {},
  }
}

/** A disk: what is on it stays when the process dies, and is found by the next one of the same machine. */
function journalPort({ disks }: World, process: VirtualProcess): Journal {
  const own: JournalEntry[] = []
  disks.set(process.name, own)
  let takenUp: string[] = []
  return {
    append: (entries) => process.call('journal.append', () => void own.push(...entries)),
    leftovers: () =>
      process.call('journal.leftovers', () => {
        takenUp = [...disks.keys()].filter(
          (name) => name.startsWith(process.name.split('#')[0] ?? '') && name !== process.name,
        )
        return takenUp.flatMap((name) => disks.get(name) ?? [])
      }),
    clear: () =>
      process.call('journal.clear', () => {
        own.length = 0
        for (const name of takenUp.splice(0)) disks.delete(name)
      }),
  }
}
