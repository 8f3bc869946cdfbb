import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { raisePriority } from '../measurements/raise-priority.ts'
import { test as base } from '../story.ts'
import { abandonPlace, choosePlace, type Installation, startBidwell } from './start-bidwell.ts'

/** One installation with the shipped plans, except that a trial tracks three auctions and Basic allows a single snipe. */
export const test = base.extend<object, { bidwell: Installation }>({
  bidwell: [
    async ({}, provide) => {
      const place = await choosePlace()
      {
        const shipped = JSON.parse(await readFile('plans.json', 'utf8'))
        const PLANS_FILE = join(place.data, 'plans.json')
        const [basic, ...dearer] = shipped.paid
        const plans = { trial: { ...shipped.trial, auctions: 3 }, paid: [{ ...basic, snipes: 1 }, ...dearer] }
        await writeFile(PLANS_FILE, JSON.stringify({ ...shipped, ...plans }))
        await using bidwell = await startBidwell(place, { PLANS_FILE })
        raisePriority(bidwell.supervisor)
        await provide(bidwell)
      }
      await abandonPlace(place)
    },
    { scope: 'worker' },
  ],
})
