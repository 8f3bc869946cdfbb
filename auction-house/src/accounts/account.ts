import type { Bidder } from '../auction/apply-proxy-bid.ts'
import type { Listing } from '../auction/listing.ts'

export type Favorite = { watchlistId: number; listing: Listing; notes: string }

/** A practice account. Its password is stored in plain text, since nothing here is worth protecting. */
export type Account = Bidder & {
  buyerId: number
  password: string
  createdAt: number
  lastLoginAt: number
  unpaidItems: number
  bidOn: Set<Listing>
  favorites: Map<number, Favorite>
  /** Access tokens carry this number; increasing it invalidates them. */
  session: number
  /** How often somebody signed in under this name, with the right and with a wrong password. */
  signIns: { accepted: number; refused: number }
  /** The expiry of each refresh token. */
  refreshTokens: Map<string, number>
}

export const isAccount = (bidder: Bidder | Account): bidder is Account => 'buyerId' in bidder

export type Accounts = ReturnType<typeof createAccounts>

/** The accounts by case-insensitive name and by buyer id. */
export function createAccounts() {
  const byName = new Map<string, Account>()
  const byBuyerId = new Map<number, Account>()

  return {
    open(input: { name: string; password: string; createdAt: number; unpaidItems: number }) {
      const account: Account = {
        ...input,
        buyerId: 1_000_001 + byBuyerId.size,
        lastLoginAt: input.createdAt,
        bidOn: new Set(),
        favorites: new Map(),
        session: 1,
        signIns: { accepted: 0, refused: 0 },
        refreshTokens: new Map(),
      }
      byName.set(input.name.toLowerCase(), account)
      byBuyerId.set(account.buyerId, account)
      return account
    },
    named: (name: string) => byName.get(name.toLowerCase()),
    numbered: (buyerId: number) => byBuyerId.get(buyerId),
    all: () => [...byBuyerId.values()],
  }
}
