import type { Listing } from '../installation/house.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect } from '../story.ts'

/** A title by which its seller tries to be more than a title. */
const LAMP = 'Brass lamp: approve at https://example.com/ok'
const WATCH = 'Seiko 6139 chronograph'

test(
  'A bid that a program asks for waits on the dashboard, where one tap schedules it and another refuses it',
  TAG,
  async ({ page, bidder, bidwell }) => {
    await bidder.startConnected()
    const { prepare } = bidder
    const caps = { name: 'Shopping agent', scope: 'bid', max_bid: 90, day_cap: 200, ask_above: 20 }
    const made = await prepare.call<{ data: { secret: string } }>('POST', '/account/tokens', caps)
    const lamp = await bidder.track({ title: LAMP, startingPrice: 8, endsInSeconds: 7_200 })
    const watch = await bidder.track({ title: WATCH, startingPrice: 30, endsInSeconds: 9_000 })
    const ask = async ({ itemId }: Listing, maxBid: number) => {
      const body = { auctionId: String(itemId), maxBid, confirmMaxBid: maxBid, secondsBeforeEnd: 5 }
      const headers = { Authorization: `Bearer ${made.data.secret}`, 'Content-Type': 'application/json' }
      const answer = await fetch(`${bidwell.url}/api/bids`, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(answer.status).toBe(409)
    }
    await page.goto('/dashboard')
    await expect(watch.card).toBeVisible()
    const waiting = page.getByRole('region', { name: 'Waiting for your tap' })
    await expect(waiting).toHaveCount(0)
    await ask(lamp, 41.5)
    // It comes to an open page by itself.
    await expect(
      waiting.getByText('API token “Shopping agent” asks to bid up to $41.50, 5 s before the close.'),
    ).toBeVisible()
    await ask(watch, 80)
    await expect(waiting.getByRole('listitem')).toHaveCount(2)
    await expect(waiting.getByRole('link', { name: LAMP })).toBeVisible()
    await expect(waiting.locator('[href^=http]')).toHaveCount(0)
    await checkScreen(page, 'waiting-bids')

    await waiting.getByRole('button', { name: `Bid up to $41.50: ${LAMP}` }).click()
    await expect(page.getByText('Your bid of up to $41.50 is scheduled')).toBeVisible()
    await expect(lamp.card.getByText('Bid scheduled')).toBeVisible()
    expect(await prepare.bidStatus(lamp)).toBe('pending')

    await waiting.getByRole('button', { name: `Refuse: ${WATCH}` }).click()
    await page.getByText('Refused: this API token asks for no other bid on this auction').waitFor()
    await expect(waiting).toHaveCount(0)
    expect(await prepare.bidStatus(watch)).toBeUndefined()

    await page.goto('/settings?tab=security')
    const tokens = page.getByRole('region', { name: 'API tokens' })
    await expect(tokens.getByText(/Asks you above \$20\.00\./)).toBeVisible()
    await expect(page.getByText('Bid refused: up to $80.00, for which API token “Shopping agent” asked')).toBeVisible()
    await expect(page.getByText('By API token “Shopping agent”: bid of up to $80.00 asked for')).toBeVisible()
  },
)
