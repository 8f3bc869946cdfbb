import { randomUUID } from 'node:crypto'

/** The auction house of a story: its control calls, and its journal of bids. */
export type House = ReturnType<typeof openHouse>

export type Listing = { itemId: number; url: string; endsAt: number }
/** Instants are epoch ms on the site's clock. */
export type JournalEntry = { userName: string | null; amountCents: number | null; arrivedAt: number; outcome: string }
export type SiteAccount = { userName: string; password: string }

export type Auction = {
  title: string
  startingPrice?: number
  bidIncrement?: number
  endsInSeconds: number
  /** Chooses the auction's picture. */
  categoryId?: number
  /** Other bidders, who bid by themselves. */
  rivals?: { strategy: 'sniper'; maxBid: number; secondsBeforeEnd: number }[]
}

export function openHouse(houseUrl: string) {
  async function control<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${houseUrl}/_control${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`The auction house refused ${path}: ${await response.text()}`)
    // The auction house's own tests check the shape of its answers.
    return (await response.json()) as T
  }

  return {
    list: (auction: Auction) =>
      control<Listing>('POST', '/listings', { startingPrice: 10, bidIncrement: 1, ...auction }),
    /** Places a bid of another bidder at once. */
    bidAgainst: ({ itemId }: Listing, amount: number, bidder = 'somebodyelse') =>
      control<object>('POST', `/listings/${itemId}/bid`, { bidder, amount }),
    /** Moves the end of an auction, once its page has been used. The product learns of it when it next reads the item. */
    endIn: ({ itemId }: Listing, endsInSeconds: number) =>
      control<object>('POST', `/listings/${itemId}/move-end`, { endsInSeconds }),
    /** Closes an auction at once. */
    close: ({ itemId }: Listing) => control<object>('POST', `/listings/${itemId}/close`),
    /** Takes an item off the site, as its seller may: its page is gone, and nobody is told what became of the bids. */
    withdraw: ({ itemId }: Listing) => control<object>('POST', `/listings/${itemId}/withdraw`),
    async bidsOn({ itemId }: Listing) {
      const { entries } = await control<{ entries: JournalEntry[] }>('GET', `/journal?itemId=${itemId}`)
      return entries
    },
    /** Pays for a won item in its winner's place; with a tracking number it is shipped. */
    pay: ({ itemId }: Listing, trackingNumber: string) =>
      control<object>('POST', `/listings/${itemId}/pay`, { trackingNumber }),
    /** Sets the site's clock ahead of this machine's. */
    setClockAhead: (ms: number) => control<object>('PUT', '/clock', { offsetMs: ms }),
    fail: (fault: object) => control<object>('POST', '/faults', fault),
    /** Changes the password at the site, which ends every session of that account there. */
    async changePassword(userName: string, password: string) {
      await control('PUT', '/accounts', { userName, password })
      await control('POST', '/tokens/revoke', { userName })
    },
    async createAccount(): Promise<SiteAccount> {
      const account = { userName: `user-${randomUUID().slice(0, 8)}`, password: 'house password' }
      await control('POST', '/accounts', { ...account, ageDays: 400, unpaidItems: 0 })
      return account
    },
  }
}
