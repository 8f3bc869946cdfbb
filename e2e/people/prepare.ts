import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ACCOUNT } from '@bidwell/contract'
import type { House, Listing, SiteAccount } from '../installation/house.ts'
import { codeOf } from './authenticator-app.ts'

/** `max` is dollars, `seconds` is the lead before the end. */
export type BidTerms = { max: number; seconds: number }

type ListedBid = { id: number; auction_id: string; tracked_auction_id: number; status: string }

/** The address of a customer of some network, of which no two are neighbours. */
export const anAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** Whose account is prepared, and the network address that the person comes from; each by default a new one. */
export type Person = { email?: string; address?: string }

/** Creates by API calls what a story starts from. The same steps by form take seconds each. */
export class Preparation {
  readonly email: string
  readonly password = 'correct horse 9!'
  /** Where the calls come from, as far as the installation trusts the proxy at 127.0.0.1. */
  readonly address: string
  readonly #url: string
  readonly #house: House
  #token: string | null = null

  constructor(url: string, house: House, person: Person = {}) {
    const { email = `bidder-${randomUUID()}@example.com`, address = anAddress() } = person
    this.address = address
    this.#url = url
    this.#house = house
    this.email = email
  }

  /**
   * Registers the account; returns its address and the token of its session. Unless the account `isNew` to Bidwell, the
   * guided tour is not offered to it any more.
   */
  async account({ isNew = false } = {}): Promise<{ email: string; token: string }> {
    const { email, password } = this
    const { termsVersion, privacyVersion } = ACCOUNT
    const body = { email, password, confirmPassword: password, terms: true, termsVersion, privacyVersion }
    const { token } = await this.call<{ token: string }>('POST', '/auth/register', body)
    this.#token = token
    if (!isNew) await this.call('POST', '/setup/skip-tour')
    return { email, token }
  }

  /** Verifies the account's address by the link of the mail, so that alerts go there. */
  async verified(link: string): Promise<void> {
    await this.call('GET', `/auth/verify-email${new URL(link).search}`)
  }

  /** Calls the API from now on in the session of a token. */
  actAs(token: string) {
    this.#token = token
  }

  /** Signs in from another device; returns the token of that session. */
  async login(userAgent: string): Promise<string> {
    const { email, password } = this
    const answer = await fetch(`${this.#url}/api/auth/login`, {
      method: 'POST',
      headers: { ...this.#origin, 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ email, password }),
    })
    const { token }: { token: string } = JSON.parse(await answer.text())
    return token
  }

  /** Reads the profile in the session of a token, whatever the answer. */
  profile(token: string): Promise<Response> {
    return fetch(`${this.#url}/api/profile`, { headers: { ...this.#origin, authorization: `Bearer ${token}` } })
  }

  /** Protects the account with an authenticator app; returns the app's key. */
  async authenticatorApp(): Promise<string> {
    const { data } = await this.call<{ data: { secret: string } }>('POST', '/account/second-factor/totp')
    await this.call('POST', '/account/second-factor/totp/confirm', { code: codeOf(data.secret) })
    return data.secret
  }

  /** Stores the login of a new account at the site, so that no two stories share one. */
  async siteLogin(): Promise<SiteAccount> {
    const account = await this.#house.createAccount()
    await this.call('POST', '/shopgoodwill/credentials', { username: account.userName, password: account.password })
    return account
  }

  async tracked({ itemId }: Listing): Promise<void> {
    const { data } = await this.call<{ data: object }>('POST', '/scrape-auction', { url: String(itemId) })
    await this.call('POST', '/auctions', data)
  }

  /** Tracks the listing and schedules a bid on it. */
  async bid(listing: Listing, terms: BidTerms): Promise<void> {
    await this.tracked(listing)
    await this.scheduled(listing, terms)
  }

  /** Schedules a bid on a listing that is tracked already. */
  async scheduled({ itemId }: Listing, { max, seconds }: BidTerms): Promise<void> {
    const bid = { auctionId: String(itemId), maxBid: max, confirmMaxBid: max, secondsBeforeEnd: seconds }
    await this.call('POST', '/bids', bid)
  }

  /** Cancels the bid on a listing. */
  async cancelled(listing: Listing): Promise<void> {
    await this.call('DELETE', `/bids/${(await this.#bidOn(listing))?.id}`)
  }

  /** Has the server read the price of a tracked listing, unless it has read it a moment ago. */
  async readPrice(listing: Listing): Promise<void> {
    await this.call('POST', `/auctions/${(await this.#bidOn(listing))?.tracked_auction_id}/refresh`)
  }

  /** Whether the server says that the guided tour is to be offered. */
  async isTourOffered(): Promise<boolean> {
    const { status } = await this.call<{ status: { should_show_guided_tour: boolean } }>('GET', '/setup/status')
    return status.should_show_guided_tour
  }

  /** The path of the receipt of the bid on a listing. */
  async receiptPath(listing: Listing): Promise<string> {
    return `/bid-history/${(await this.#bidOn(listing))?.id}`
  }

  async bidStatus(listing: Listing): Promise<string | undefined> {
    return (await this.#bidOn(listing))?.status
  }

  get #origin() {
    return { 'x-forwarded-for': this.address }
  }

  async #bidOn({ itemId }: Listing) {
    const { data } = await this.call<{ data: { bids: ListedBid[] } }>('GET', '/bids')
    return data.bids.find((bid) => bid.auction_id === String(itemId))
  }

  /** Ends the session as another device would: the browser of the story learns of it from the server. */
  async endSession(): Promise<void> {
    await this.call('POST', '/auth/logout')
  }

  /** Calls the API in the account's session; throws unless the call succeeds. A busy API is called again when it says. */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await this.send(method, path, body)
    const retryAfterSeconds = Number(response.headers.get('retry-after'))
    if (response.status === 503 && retryAfterSeconds > 0) {
      await response.body?.cancel()
      await delay(retryAfterSeconds * 1_000)
      return this.call(method, path, body)
    }
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    // The contract's own tests check the shape of every answer.
    return (await response.json()) as T
  }

  /** Calls the API in the account's session and returns whatever it answers. */
  send(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.#url}/api${path}`, {
      method,
      headers: {
        ...this.#origin,
        ...(this.#token !== null && { authorization: `Bearer ${this.#token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
}
