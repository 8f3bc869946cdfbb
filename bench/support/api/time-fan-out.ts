import { Agent, type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { EVENTS_PATH, type ServerEvent } from '@bidwell/contract'
import { announceChange } from '../../../server/src/platform/changes/announce-change.ts'
import type { Db } from '../../../server/src/platform/database/tables.ts'
import type { SignedIn } from './open-sessions.ts'
import { raisePrice } from './seed-tracked-auctions.ts'

const TIMEOUT_MS = 20_000
const BETWEEN_CHANGES_MS = 50
const OPENED_AT_ONCE = 20

export type Streams = AsyncDisposable & {
  /** Raises the price of a listing, and returns when each of `readers` streams received it, in ms after the change. */
  timeChange(db: Db, listingId: number, readers: number): Promise<number[]>
}

/** Opens one event stream for each account. */
export async function openStreams(api: string, accounts: readonly SignedIn[]): Promise<Streams> {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  let onUpdate: (() => void) | null = null

  async function open({ token }: SignedIn, n: number) {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': `10.9.${n >> 8}.${n & 255}` }
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    request(`${api}/api${EVENTS_PATH}`, { agent, headers }, resolve).on('error', reject).end()
    const response = await promise
    if (response.statusCode !== 200) throw new Error(`An event stream was answered ${response.statusCode}`)
    response.on('error', () => {})
    const lines = createInterface(response)
    // The stream is cut at the end of the bench.
    lines.on('error', () => {})
    lines.on('line', (line) => {
      if (!line.startsWith('data: ')) return
      const { type }: ServerEvent = JSON.parse(line.slice('data: '.length))
      if (type === 'auction-updated') onUpdate?.()
    })
  }
  for (let from = 0; from < accounts.length; from += OPENED_AT_ONCE) {
    await Promise.all(accounts.slice(from, from + OPENED_AT_ONCE).map((account, n) => open(account, from + n)))
  }

  return {
    async timeChange(db, listingId, readers) {
      const times: number[] = []
      const received = Promise.withResolvers<void>()
      await raisePrice(db, listingId)
      const startedAt = performance.now()
      onUpdate = () => {
        times.push(performance.now() - startedAt)
        if (times.length === readers) received.resolve()
      }
      await announceChange(db, { what: 'listing', listingId })
      const giveUp = () => received.reject(new Error(`${times.length} of ${readers} streams received a change`))
      const timeout = setTimeout(giveUp, TIMEOUT_MS)
      await received.promise
      clearTimeout(timeout)
      await delay(BETWEEN_CHANGES_MS)
      return times
    },
    async [Symbol.asyncDispose]() {
      agent.destroy()
    },
  }
}
