import { readdirSync, readFileSync } from 'node:fs'
import { expect, test as base } from '@playwright/test'
import { openHouse } from '../house.ts'
import { abandonPlace, choosePlace, startBidwell } from '../start-bidwell.ts'
import { Bidder } from '../story.ts'
import { startOtherHouse } from '../start-other-house.ts'

/** Stories that own every process, since they kill them. */
const test = base

test('every process is killed twenty seconds before the bid is due, and after a new start it goes out in time', async ({
  page,
}) => {
  // The site is not ours and lives on.
  await using site = await startOtherHouse()
  const house = openHouse(site.url)
  const place = await choosePlace()
  try {
    const listing = await house.list({ title: 'A bowl that outlives us', endsInSeconds: 45 })
    {
      const bidwell = await startBidwell(place, site.env)
      await page.goto(bidwell.url)
      const bidder = new Bidder(await page.context().browser()!.newPage({ baseURL: bidwell.url }), house)
      await bidder.register()
      await bidder.connect()
      await bidder.trackAndSchedule({ ...listing, url: String(listing.itemId) }, { max: '25.00', seconds: 7 })
      await expect.poll(() => listing.endsAt - 27_000 - Date.now(), { timeout: 60_000 }).toBeLessThan(0)
      for (const pid of descendants(bidwell.supervisor.pid!)) process.kill(pid, 'SIGKILL')
    }
    await using again = await startBidwell(place, site.env)
    expect(again.supervisor.exitCode).toBe(null)
    await expect.poll(() => house.bidsOn(listing), { timeout: 60_000 }).toHaveLength(1)
    const [bid] = await house.bidsOn(listing)
    expect(bid).toMatchObject({ amountCents: 2_500, outcome: 'leading' })
    expect(bid!.arrivedAt).toBeLessThan(listing.endsAt)
  } finally {
    await abandonPlace(place)
  }
})

/** A process and all that descends from it, PostgreSQL included. */
function descendants(root: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => {
        try {
          return [
            Number(pid),
            Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
          ] as const
        } catch {
          return [Number(pid), 0] as const
        }
      }),
  )
  const tree = [root]
  for (const parent of tree) for (const [pid, of] of parents) if (of === parent) tree.push(pid)
  return tree
}
