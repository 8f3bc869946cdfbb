import type { CompleteAuction } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { batch } from '../platform/batch.ts'
import { type AuctionRecord, findAuctionsById } from './auction-queries.ts'
import { presentAuction } from './present-auction.ts'

type Wanted = { accountId: number; id: number }

/** Small enough that the first streams receive a popular auction while the last ones are read. */
const PER_QUERY = 100

/**
 * Returns a function that reads one tracked auction in the API's form; null if the account does not track it. Calls of the
 * same moment share a query: a new price of an item that a thousand accounts track is read ten times.
 */
export function createAuctionLoader({ db, marketplace }: Ctx) {
  async function readAll(ids: number[]): Promise<Map<number, AuctionRecord>> {
    return new Map((await findAuctionsById(db, ids)).map((auction) => [auction.id, auction]))
  }

  const load = batch((wanted: readonly Wanted[]) => {
    const reads: Promise<Map<number, AuctionRecord>>[] = []
    for (let from = 0; from < wanted.length; from += PER_QUERY) {
      reads.push(readAll(wanted.slice(from, from + PER_QUERY).map(({ id }) => id)))
    }
    return wanted.map(async ({ accountId, id }, index) => {
      const auction = (await reads[Math.floor(index / PER_QUERY)])?.get(id)
      return auction?.account_id === accountId ? presentAuction(auction, marketplace) : null
    })
  })
  return (accountId: number, id: number): Promise<CompleteAuction | null> => load({ accountId, id })
}
