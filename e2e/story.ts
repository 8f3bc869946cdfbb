import { randomUUID } from 'node:crypto'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { type House, type Listing, openHouse, type SiteAccount } from './house.ts'
import { abandonPlace, type Bidwell, choosePlace, startBidwell } from './start-bidwell.ts'

/** One running product for each worker; each story brings its own user, site account and auctions. */
export const test = base.extend<{ house: House; bidder: Bidder }, { bidwell: Bidwell }>({
  bidwell: [
    async ({}, provide) => {
      const place = await choosePlace()
      {
        await using bidwell = await startBidwell(place)
        await provide(bidwell)
      }
      await abandonPlace(place)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ bidwell }, provide) => provide(bidwell.url),
  house: async ({ bidwell }, provide) => provide(openHouse(bidwell.houseUrl)),
  bidder: async ({ page, house }, provide) => provide(new Bidder(page, house)),
})
export { expect }

/** A person at the browser: what they do, in their words. */
export class Bidder {
  readonly email = `bidder-${randomUUID()}@example.com`
  readonly password = 'correct horse 9!'
  readonly page: Page
  readonly #house: House

  constructor(page: Page, house: House) {
    this.page = page
    this.#house = house
  }

  async register() {
    await this.page.goto('/?auth=register')
    const dialog = this.page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(this.email)
    await dialog.getByLabel('Password', { exact: true }).fill(this.password)
    await dialog.getByLabel('Confirm password').fill(this.password)
    await dialog.getByRole('checkbox', { name: /Terms of Service/ }).check()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await this.page.waitForURL('**/dashboard')
  }

  async signIn(password = this.password) {
    const dialog = this.page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(this.email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
  }

  /** With a site account of their own, so that stories running side by side do not share one. */
  async connect(): Promise<SiteAccount> {
    const account = await this.#house.createAccount()
    await this.connectAs(account)
    await expect(this.page.getByRole('link', { name: /Connected/ })).toBeVisible()
    return account
  }

  async connectAs({ userName, password }: SiteAccount) {
    await this.page.goto('/settings?tab=credentials')
    await this.page.getByLabel('User name').fill(userName)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click()
  }

  /** Opens the sheet for an item by pasting its link into the page. */
  async paste(text: string): Promise<Locator> {
    if (!this.page.url().endsWith('/dashboard')) await this.page.goto('/dashboard')
    const field = this.page.getByRole('searchbox')
    await field.fill(text)
    await field.press('Enter')
    return this.page.getByRole('dialog', { name: /Add/ })
  }

  async track({ url }: Listing) {
    const sheet = await this.paste(url)
    await sheet.getByRole('button', { name: 'Track', exact: true }).click()
    await expect(sheet).toBeHidden()
  }

  async trackAndSchedule({ url }: Listing, bid: { max: string; seconds: number }) {
    const sheet = await this.paste(url)
    await sheet.getByLabel('Your max', { exact: true }).fill(bid.max)
    await sheet.getByLabel('Seconds before the end').fill(String(bid.seconds))
    await sheet.getByRole('button', { name: 'Track and schedule' }).click()
    await expect(sheet).toBeHidden()
  }

  /** Where the receipt of the bid on an item is. */
  async receiptOf({ itemId }: Listing): Promise<string> {
    const answer = await this.page.request.get('/api/bids', { headers: await this.#asSignedIn() })
    const { data }: { data: { bids: { id: number; auction_id: string }[] } } = await answer.json()
    return `/bid-history/${data.bids.find((bid) => bid.auction_id === String(itemId))?.id}`
  }

  /** As from another device: the session is over, and this browser has not heard. */
  async endSessionElsewhere() {
    const ended = await this.page.request.post('/api/auth/logout', { headers: await this.#asSignedIn() })
    expect(ended.ok()).toBe(true)
  }

  async #asSignedIn() {
    const token = await this.page.evaluate(() => localStorage.getItem('auth_token'))
    return { authorization: `Bearer ${token}` }
  }

  /** The card of an auction on the dashboard. */
  card(title: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('heading', { name: title }) })
  }
}
