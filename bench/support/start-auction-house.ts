import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../programs/auction-house.ts', import.meta.url))

/** An entry of the auction house's journal for one PlaceBid call. Instants are epoch ms on its clock. */
export type Arrival = {
  arrivedAt: number
  itemId: number | null
  amountCents: number | null
  outcome: string
}

/** Another bidder, who bids once, so many seconds before the end. */
export type Rival = { strategy: 'sniper'; maxBid: number; secondsBeforeEnd: number }

/** Starts an auction house in a process of its own. `control` calls its control API. */
export async function startAuctionHouse() {
  const child = fork(PROGRAM)
  const [{ url }] = await once(child, 'message')

  async function control<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${url}/_control${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`The auction house refused ${method} ${path}: ${await answer.text()}`)
    // The auction house is part of this repository, so its replies have the declared types.
    return (await answer.json()) as T
  }

  return {
    url: String(url),
    control,
    now: async () => (await control<{ now: number }>('GET', '/clock')).now,
    arrivals: async () => (await control<{ entries: Arrival[] }>('GET', '/journal')).entries,
    /** Opens an auction for each end, exact to the millisecond. Returns the site's item ids in the same order. */
    async openAuctions(auctions: { endsAt: number; rivals: Rival[] }[]): Promise<number[]> {
      child.send(auctions)
      const [itemIds] = await once(child, 'message')
      return itemIds
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
