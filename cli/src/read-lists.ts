import {
  api,
  type AuctionStatus,
  type BidStatus,
  type HistoryResult,
  PAGE,
  type WireAuction,
  type WireBid,
  type WireHistoryEntry,
} from '@bidwell/contract'
import { call } from './call.ts'
import type { Installation } from './installation.ts'

const limit = PAGE.maxLimit

/** The tracked auctions of these statuses, nearest end first. */
export const readAuctions = (to: Installation, statuses: readonly AuctionStatus[]): Promise<WireAuction[]> =>
  readPages(async (cursor) => {
    const query = { status: statuses.join(','), sort: 'end_time_asc' as const, limit, ...cursor }
    const { auctions, next_cursor } = (await call(to, api.listAuctions, { query })).data
    return { records: auctions, next_cursor }
  })

/** The bids of these statuses, latest first. */
export const readBids = (to: Installation, statuses: readonly BidStatus[]): Promise<WireBid[]> =>
  readPages(async (cursor) => {
    const { bids, next_cursor } = (
      await call(to, api.listBids, { query: { status: statuses.join(','), limit, ...cursor } })
    ).data
    return { records: bids, next_cursor }
  })

type HistoryFilter = { results: readonly HistoryResult[]; search?: string | undefined; most: number }

/** At most so many entries of the history, latest first. */
export const readHistory = (to: Installation, { results, search, most }: HistoryFilter): Promise<WireHistoryEntry[]> =>
  readPages(async (cursor) => {
    const filter = { ...(results.length > 0 && { result: results.join(',') }), ...(search !== undefined && { search }) }
    const query = { ...filter, limit: Math.min(limit, most), ...cursor }
    const { entries, next_cursor } = (await call(to, api.listHistory, { query })).data
    return { records: entries, next_cursor }
  }, most)

type Page<T> = { records: T[]; next_cursor: string | null }

async function readPages<T>(
  readPage: (cursor: { cursor?: string }) => Promise<Page<T>>,
  most = Infinity,
): Promise<T[]> {
  const found: T[] = []
  let next: string | null = null
  do {
    const page: Page<T> = await readPage(next === null ? {} : { cursor: next })
    found.push(...page.records)
    next = page.next_cursor
  } while (next !== null && found.length < most)
  return found.slice(0, most)
}
