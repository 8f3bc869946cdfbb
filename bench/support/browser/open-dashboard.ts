import { openHouse } from '../../../e2e/installation/house.ts'
import { type Place, startBidwell } from '../../../e2e/installation/start-bidwell.ts'
import { type MeasuredPage, openMeasuredPage } from '../../../e2e/measurements/measure-page.ts'
import { Preparation } from '../../../e2e/people/prepare.ts'
import { announceChange } from '../../../server/src/platform/changes/announce-change.ts'
import { findEmbedded } from '../../../server/src/platform/database/embedded/start-embedded.ts'
import { openDatabase } from '../../../server/src/platform/database/open-database.ts'
import { raisePrice, seedTrackedAuctions } from '../api/seed-tracked-auctions.ts'

/** An installation with an account that tracks many auctions. */
export type Dashboards = AsyncDisposable & {
  /** Opens the account's dashboard in a browser of its own. */
  open: () => Promise<MeasuredPage>
  /** Raises the price of the auction at a place of the list, and announces it to the browsers. */
  raise: (index: number) => Promise<void>
}

/** Starts an installation at a place, with an account whose login is stored and that tracks `count` auctions. */
export async function startDashboards(place: Place, count: number): Promise<Dashboards> {
  await using started = new AsyncDisposableStack()
  const bidwell = started.use(await startBidwell(place, { PLAN_MODE: 'self-hosted' }))
  const preparation = new Preparation(bidwell.url, openHouse(bidwell.houseUrl))
  const { email, token } = await preparation.account()
  await preparation.siteLogin()
  const urls = await findEmbedded(place.data)
  if (urls === null) throw new Error('The installation has no database')
  const { db } = started.use(openDatabase({ url: urls.owner, applicationName: 'bench', poolSize: 2 }))
  const listings = await seedTrackedAuctions(db, email, count)
  const running = started.move()
  return {
    open: async () => {
      const measured = await openMeasuredPage(bidwell.url, '/dashboard', token)
      await measured.page.getByRole('heading', { name: 'number 1', exact: false }).first().waitFor()
      return measured
    },
    raise: async (index) => {
      const listingId = listings[index % listings.length]
      if (listingId === undefined) throw new Error(`There is no listing ${index}`)
      await raisePrice(db, listingId)
      await announceChange(db, { what: 'listing', listingId })
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
