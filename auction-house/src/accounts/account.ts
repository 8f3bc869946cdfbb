import type { Listing } from '../auction/listing.ts'
import type { Bidder } from '../auction/take-bid.ts'

export type Favorite = { watchlistId: number; listing: Listing; notes: string }

/** A practice account. Its password is kept as typed: nothing here is worth protecting. */
export type Account = Bidder & {
  buyerId: number
  password: string
  createdAt: number
  lastLoginAt: number
  unpaidItems: number
  bidOn: Set<Listing>
  favorites: Map<number, Favorite>
  /** Access tokens carry this number and are good only while it stays the same. */
  session: number
  /** Refresh token to the instant at which it expires. */
  refreshTokens: Map<string, number>
}

export const isAccount = (bidder: Bidder | Account): bidder is Account => 'buyerId' in bidder

export type Accounts = ReturnType<typeof createAccounts>

/** The accounts by name (in any case of letters) and by buyer id. */
export function createAccounts() {
  const byName = new Map<string, Account>()
  const byBuyerId = new Map<number, Account>()

  return {
    open(wanted: { name: string; password: string; createdAt: number; unpaidItems: number }) {
      const account: Account = {
        ...wanted,
        buyerId: 1_000_001 + byBuyerId.size,
        lastLoginAt: wanted.createdAt,
        bidOn: new Set(),
        favorites: new Map(),
        session: 1,
        refreshTokens: new Map(),
      }
      byName.set(wanted.name.toLowerCase(), account)
      byBuyerId.set(account.buyerId, account)
      return account
    },
    named: (name: string) => byName.get(name.toLowerCase()),
    numbered: (buyerId: number) => byBuyerId.get(buyerId),
    all: () => [...byBuyerId.values()],
  }
}
