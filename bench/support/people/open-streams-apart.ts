import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { announceChange } from '../../../server/src/changes/announce-change.ts'
import type { StreamMessage, StreamsToOpen } from '../../programs/event-streams.ts'
import { raisePrice } from '../api/seed-tracked-auctions.ts'
import type { Testbed } from '../testbed.ts'

const PROGRAM = fileURLToPath(new URL('../../programs/event-streams.ts', import.meta.url))
const ARRIVES_WITHIN_MS = 10_000

/** Opens event streams in a process of its own, spread over the APIs in turn. `tookMs` is how long that took. */
export async function openStreamsApart(toOpen: StreamsToOpen) {
  const child = fork(PROGRAM)
  const arrivals = new Map<string, number>()
  const opened = Promise.withResolvers<number>()
  child.on('message', (message: StreamMessage) => {
    if ('opened' in message) opened.resolve(message.refused)
    else if ('failed' in message) opened.reject(new Error(message.failed))
    else if (!arrivals.has(message.auctionId)) arrivals.set(message.auctionId, message.at)
  })
  child.once('exit', () => opened.reject(new Error('The process with the event streams ended')))
  const startedAt = performance.now()
  child.send(toOpen)
  const refused = await opened.promise
  const tookMs = performance.now() - startedAt

  return {
    tookMs,
    /** How often a busy API has put a browser off. */
    refused,
    /** Raises the price of each item in turn, so many a second. Returns how long each change took to its stream, in ms. */
    async timeChanges({ db, marketplace }: Testbed, auctionIds: readonly string[], perSecond: number) {
      const changedAt = new Map<string, number>()
      for (const auctionId of auctionIds) {
        const { id } = await db
          .selectFrom('listings')
          .select('id')
          .where('marketplace', '=', marketplace.id)
          .where('auction_id', '=', auctionId)
          .executeTakeFirstOrThrow()
        await raisePrice(db, id)
        arrivals.delete(auctionId)
        changedAt.set(auctionId, performance.timeOrigin + performance.now())
        await announceChange(db, { what: 'listing', listingId: id })
        await delay(1_000 / perSecond)
      }
      const deadline = performance.now() + ARRIVES_WITHIN_MS
      while (auctionIds.some((id) => !arrivals.has(id)) && performance.now() < deadline) await delay(50)
      return auctionIds.map((id) => (arrivals.get(id) ?? Infinity) - (changedAt.get(id) ?? 0))
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
