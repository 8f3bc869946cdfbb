import { api, type ItemCost } from '@bidwell/contract'
import type { Page } from '@playwright/test'
import { fixedAuction, type FixedAuction, type Place } from '../../web/test/fixed-auction.ts'
import { answerHistory } from '../screens/answer-history.ts'
import { auctionsInStates } from '../screens/auctions-in-states.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { answerItems, answerAuctions, stopTime } from '../screens/fixed-auctions.ts'
import { answerWins, fixedWins } from '../screens/fixed-wins.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect, SIZES } from '../story.ts'

// A story takes some twenty looks at its screens, which a busy machine makes slow.
const answerData = (page: Page, path: string, data: object) =>
  page.route(`**/api${path}`, (route) => route.fulfill({ json: { success: true, data } }))

const item = ({ auction }: FixedAuction) => auction.auction_id

/** The dashboard, as soon as it shows an auction and is sure of the time. */
async function openDashboard(page: Page, title: string, address = '/dashboard') {
  await page.goto(address)
  await expect(page.getByRole('banner').getByText(/\d:\d\d:\d\d [AP]M/)).toBeAttached()
  await expect(page.getByRole('main').getByRole('heading', { level: 3, name: title })).toBeVisible()
}

test.beforeEach(async ({ page }) => {
  const cost: ItemCost = { basis: 'estimated', handling_cost: 3, shipping_cost: 11.4, zip: '97201' }
  await answerData(page, `${api.readItemCost.path}?*`, cost)
})

test(
  'An auction in each state is accessible and fits a phone, in both themes',
  TAG,
  async ({ page, bidder, bidwell: { houseUrl } }) => {
    await bidder.startConnected()
    const place = { now: Date.now(), houseUrl }
    await answerAuctions(page, place, auctionsInStates(place))
    await page.setViewportSize(SIZES[0])
    await openDashboard(page, 'Watched: leather suitcase')
    await expect(page.getByText('One problem stops one bid.', { exact: true })).toBeVisible()
    await stopTime(page)
    await checkScreen(page, 'auction-states', [SIZES[0]])
  },
)

const someAuctions = (place: Place) => [
  fixedAuction(place, 1, {
    title: 'Lionel train set, boxed',
    motif: 'train',
    endsIn: 45,
    bid: { phase: 'locked_in', seconds_before_end: 44 },
  }),
  fixedAuction(place, 2, { title: 'Silver pocket watch', motif: 'watch', endsIn: 55, bid: {} }),
  fixedAuction(place, 3, { title: 'Oak side table', motif: 'suitcase', endsIn: 90_000 }),
]

test(
  'The last minute of a bid, a photograph and a history of months are accessible and fit their windows, in both themes',
  TAG,
  async ({ page, bidder, bidwell: { houseUrl } }) => {
    await bidder.startConnected()
    const place = { now: Date.now(), houseUrl }
    await answerAuctions(page, place, someAuctions(place))
    await openDashboard(page, 'Oak side table')
    await stopTime(page)
    await expect(page.getByRole('region', { name: 'Last minute' })).toBeVisible()
    await checkScreen(page, 'last-minute')

    await openDashboard(page, 'Oak side table', '/dashboard?item=3')
    await page.getByRole('button', { name: 'Photograph 1 of 3: show it large' }).click()
    await expect(page.getByRole('dialog', { name: 'Oak side table' }).getByText('1 of 3').last()).toBeVisible()
    await checkScreen(page, 'photo', [SIZES[1]])

    await answerHistory(page, place)
    await page.goto('/bid-history')
    await expect(page.getByText('Silver pocket watch').last()).toBeVisible()
    await checkScreen(page, 'history-months')
  },
)

test(
  'What was won and is to be paid is accessible and fits its windows on its page, on cards, in the detail and on a receipt',
  TAG,
  async ({ page, bidder, bidwell: { houseUrl } }) => {
    await bidder.startConnected()
    const place = { now: Date.now(), houseUrl }
    const won = fixedWins(place)
    await answerAuctions(page, place, won.auctions)
    await answerWins(page, place, won)
    await page.goto('/to-pay')
    await expect(page.getByText('Lionel train set, boxed')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Just won' }).getByRole('listitem')).toHaveText(/Copper kettle/)
    const unclear = page.getByRole('region', { name: 'Payment not known' }).getByRole('listitem')
    await expect(unclear).toHaveText(/Stoneware teapot/)
    await checkScreen(page, 'to-pay')

    await page.goto('/dashboard?filter=won&item=1')
    await expect(page.getByText('Shipped · FedEx …0012').first()).toBeVisible()
    await checkScreen(page, 'won-detail')
    await page.goto('/dashboard?filter=won')
    await expect(page.getByText('Shipped · FedEx …0012').first()).toBeVisible()
    await checkScreen(page, 'won-cards')

    await page.goto('/bid-history/8')
    await expect(page.getByRole('region', { name: 'Payment' })).toBeVisible()
    await checkScreen(page, 'receipt-of-order')

    await page.unroute(`**/api${api.listWins.path}`)
    await answerWins(page, place, won, 'login')
    await page.goto('/to-pay')
    await expect(page.getByText('refuses your login, so its lists')).toBeVisible()
    await checkScreen(page, 'to-pay-refused', [SIZES[0]])
  },
)

test(
  'Auctions that a link or several links add, a refused login and unread bids are accessible and fit their windows',
  TAG,
  async ({ page, bidder, bidwell: { houseUrl } }) => {
    await bidder.startConnected()
    const place = { now: Date.now(), houseUrl }
    const day = 86_400
    const added = [
      fixedAuction(place, 11, { title: 'Mantel clock with key', motif: 'clock', endsIn: day + 7_200 }),
      fixedAuction(place, 12, {
        title: 'Glazed bowl',
        motif: 'bowl',
        endsIn: 2 * day,
        auction: { current_bid: 12, minimum_bid: 13 },
      }),
    ]
    const auctions = [
      fixedAuction(place, 2, { title: 'Silver pocket watch', motif: 'watch', endsIn: 9_000, bid: {} }),
      fixedAuction(place, 3, { title: 'Oak side table', motif: 'suitcase', endsIn: 2 * day }),
    ]
    await answerAuctions(page, place, auctions)
    await answerItems(page, [...added, ...auctions])

    const broken = { success: false, code: 'internal', message: 'Something went wrong on our side' }
    await page.route('**/api/bids?*', (route) => route.fulfill({ status: 500, json: broken }))
    await openDashboard(page, 'Oak side table')
    await expect(page.getByText('Bid not known').first()).toBeVisible()
    await checkScreen(page, 'bids-unread')
    await page.unroute('**/api/bids?*')

    await page.goto(`/add?url=${encodeURIComponent(added[0]?.auction.item_url ?? '')}`)
    await expect(page.getByRole('dialog').getByText('Mantel clock with key').first()).toBeVisible()
    await checkScreen(page, 'add-link')

    const references = [...added.map(item), '279250999', ...auctions.map(item)]
    await page.goto(`/dashboard?${new URLSearchParams({ add: references.join('\n') })}`)
    const table = page.getByRole('dialog', { name: 'Add 5 auctions' })
    await table.getByLabel('Max for Mantel clock with key').fill('40')
    await table.getByLabel('Max for Glazed bowl').fill('5')
    await expect(table.getByText('Already tracked')).toHaveCount(2)
    await checkScreen(page, 'several-links')

    const status = await bidder.prepare.call<{ data: object }>('GET', api.readCredentialsStatus.path)
    await answerData(page, api.readCredentialsStatus.path, { ...status.data, refused: true, hasValidToken: false })
    await openDashboard(page, 'Oak side table')
    await expect(page.getByText("Won't be sent").first()).toBeVisible()
    await expect(page.getByText('One problem stops one bid.', { exact: true })).toBeVisible()
    await checkScreen(page, 'login-refused')
  },
)
