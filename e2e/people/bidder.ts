import { expect, type Locator, type Page } from '@playwright/test'
import type { House, Listing, Auction, SiteAccount } from '../installation/house.ts'
import { signInWith } from '../pages/stored.ts'
import { type BidTerms, type Person, Preparation } from './prepare.ts'

/** An auction that the bidder tracks, with its card on the dashboard. */
export type TrackedAuction = Listing & { card: Locator }

/** A person at the browser. `prepare` creates by API calls what the story is not about. */
export class Bidder {
  readonly page: Page
  readonly prepare: Preparation
  readonly #house: House

  constructor(page: Page, url: string, house: House, person?: Person) {
    this.page = page
    this.prepare = new Preparation(url, house, person)
    this.#house = house
  }

  /** Registers by API and signs this browser in; no page of the application is open yet. */
  async start(account?: { isNew: boolean }) {
    const { token } = await this.prepare.account(account)
    await signInWith(this.page, token)
  }

  /** Registers by API and opens the dialog that signs in. Returns the dialog. */
  async openSignIn(): Promise<Locator> {
    await this.prepare.account()
    await this.page.goto('/?auth=login')
    return this.page.getByRole('dialog')
  }

  /** Starts with a stored login at the site. */
  async startConnected(): Promise<SiteAccount> {
    await this.start()
    return this.prepare.siteLogin()
  }

  /** Starts with a stored login at the site, on the dashboard. Returns once the page shows that nothing is tracked. */
  async openDashboard(): Promise<SiteAccount> {
    const account = await this.startConnected()
    await this.page.goto('/dashboard')
    await expect(this.page.getByText('Nothing tracked yet.')).toBeVisible()
    return account
  }

  /** Lists an auction at the site and tracks it, by API. */
  async track(auction: Auction): Promise<TrackedAuction> {
    const listing = await this.#house.list(auction)
    await this.prepare.tracked(listing)
    return { ...listing, card: this.card(auction.title) }
  }

  /** Lists an auction at the site, tracks it and schedules a bid on it, by API. */
  async bidOn(auction: Auction, terms: BidTerms): Promise<TrackedAuction> {
    const tracked = await this.track(auction)
    await this.prepare.scheduled(tracked, terms)
    return tracked
  }

  async register() {
    await this.page.goto('/?auth=register')
    await this.fillRegistration()
    await this.page.waitForURL(/\/verify-email\?/)
  }

  /** Fills in the open form for a new account, and sends it. */
  async fillRegistration() {
    const { email, password } = this.prepare
    const dialog = this.page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByLabel('Confirm password').fill(password)
    await dialog.getByRole('checkbox', { name: /Terms of Service/ }).check()
    await dialog.getByRole('button', { name: 'Continue' }).click()
  }

  /** Makes the calls of `prepare` in the session of this browser. */
  async prepareAsSignedIn() {
    await expect.poll(() => this.#token()).not.toBeNull()
    this.prepare.actAs((await this.#token()) ?? '')
  }

  #token = () => this.page.evaluate(() => localStorage.getItem('auth_token'))

  /** Fills in and sends the form for e-mail and password; for another address only where one is given. */
  async signIn(password = this.prepare.password, email = this.prepare.email) {
    const dialog = this.page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  /** Fills in and sends the form for a new password. */
  async choosePassword(password: string) {
    await this.page.getByLabel('New password', { exact: true }).fill(password)
    await this.page.getByLabel('Confirm new password').fill(password)
    await this.page.getByRole('button', { name: 'Continue' }).click()
  }

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

  /** Opens the sheet of an item by submitting its link or number on the dashboard. */
  async paste(reference: string): Promise<Locator> {
    const field = this.page.getByRole('searchbox')
    await field.fill(reference)
    await field.press('Enter')
    return this.page.getByRole('dialog', { name: /Add/ })
  }

  /** Opens the sheet of an auction that is listed for it, on the dashboard. */
  async openSheet(auction: Auction): Promise<{ listing: Listing; sheet: Locator }> {
    const listing = await this.#house.list(auction)
    await this.page.goto('/dashboard')
    return { listing, sheet: await this.paste(listing.url) }
  }

  async trackAndSchedule({ url }: Listing, { max, seconds }: BidTerms) {
    const sheet = await this.paste(url)
    await sheet.getByLabel('Your max', { exact: true }).fill(max.toFixed(2))
    await this.chooseLead(sheet, seconds)
    await sheet.getByRole('button', { name: /^Bid up to/ }).click()
    await expect(sheet).toBeHidden()
  }

  /** Opens the line with the lead of a form, and types another lead. */
  async chooseLead(form: Locator, seconds: number) {
    await form.locator('summary').filter({ hasText: 's before the end' }).click()
    await form.getByLabel('Seconds before the end').fill(String(seconds))
  }

  /** Chooses an entry of the menu on an auction's card. */
  async choose(card: Locator, entry: string) {
    await card.getByRole('button', { name: /More for/ }).click()
    await this.page.getByRole('menuitem', { name: entry }).click()
  }

  /** The card of an auction on the dashboard. */
  card(title: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('heading', { name: title }) })
  }
}
