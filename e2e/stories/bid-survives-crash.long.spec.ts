import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { openHouse } from '../installation/house.ts'
import { abandonPlace, choosePlace, startBidwell } from '../installation/start-bidwell.ts'
import { startOtherHouse } from '../installation/start-other-house.ts'
import { Preparation } from '../people/prepare.ts'

test('A bid is sent in time although every process was killed less than a minute before and started again', async () => {
  // The site is not ours: it survives the kill.
  await using site = await startOtherHouse()
  const house = openHouse(site.url)
  const place = await choosePlace()
  try {
    const bidwell = await startBidwell(place, site.env)
    const prepare = new Preparation(bidwell.url, house)
    await prepare.account()
    await prepare.siteLogin()
    const listing = await house.list({ title: 'A bowl that outlives us', endsInSeconds: 75 })
    await prepare.bid(listing, { max: 25, seconds: 3 })
    await expect.poll(() => listing.endsAt - 58_000 - Date.now()).toBeLessThan(0)
    for (const pid of processTree(bidwell.supervisor.pid!)) kill(pid)

    await using restarted = await startBidwell(place, site.env)
    expect(restarted.supervisor.exitCode).toBe(null)
    await expect.poll(() => house.bidsOn(listing), { timeout: 150_000 }).toHaveLength(1)
    const [bid] = await house.bidsOn(listing)
    expect(bid).toMatchObject({ amountCents: 2_500, outcome: 'leading' })
    expect(bid!.arrivedAt).toBeLessThan(listing.endsAt)
  } finally {
    await abandonPlace(place)
  }
})

/** A process may end with its parent, just before it is killed. */
function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The ids of a process and of all its descendants, PostgreSQL included. */
function processTree(root: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [Number(pid), parentOf(pid)]),
  )
  const tree = [root]
  for (const parent of tree) for (const [pid, of] of parents) if (of === parent) tree.push(pid)
  return tree
}

/** 0 when the process has ended meanwhile. */
function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}
