import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../programs/house.ts', import.meta.url))

/** What the house wrote down about one PlaceBid; instants are epoch ms on its clock. */
export type Arrival = {
  arrivedAt: number
  itemId: number | null
  amountCents: number | null
  outcome: string
}

/** An auction house in a process of its own, with its control. */
export async function startHouse() {
  const child = fork(PROGRAM)
  const [{ url }] = await once(child, 'message')

  async function control<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${url}/_control${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`The house refused ${method} ${path}: ${await answer.text()}`)
    // The house is part of this repository: its control answers what its types say.
    return (await answer.json()) as T
  }

  return {
    url: String(url),
    control,
    now: async () => (await control<{ now: number }>('GET', '/clock')).now,
    arrivals: async () => (await control<{ entries: Arrival[] }>('GET', '/journal')).entries,
    /** Opens a lot for each of these ends, exact to the millisecond; answers the site's ids in the same order. */
    async openLots(endings: number[]): Promise<number[]> {
      child.send(endings)
      const [itemIds] = await once(child, 'message')
      return itemIds
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}
