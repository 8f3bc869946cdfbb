import type { AuctionView } from '../tracked/auction-view.ts'

/** The prices of the open auctions: how many there are, and when the oldest was read. */
export type Prices = { count: number; oldestAt: number }

/** Null without an open auction. */
export function pricesOf(views: readonly AuctionView[]): Prices | null {
  const readAt = views.filter(({ over }) => !over).map(({ tracked }) => tracked.auction.lastCheckedAt)
  return readAt.length === 0 ? null : { count: readAt.length, oldestAt: Math.min(...readAt) }
}

export const countText = ({ count }: Prices) => (count === 1 ? '1 price, ' : `${count} prices, `)

/** A refresh of several prices that the user has asked for. */
export type Refresh = {
  /** When each price was read before, by the id of its auction. */
  before: ReadonlyMap<number, number>
  /** When the last price is due, epoch ms on the site's clock, and until when it is waited for. */
  dueBy: number
  until: number
}

/** For the site's answer to a read that is due, and for its way to this page. */
const ANSWER_MS = 10_000

export function startRefresh(
  ids: readonly number[],
  withinMs: number,
  views: readonly AuctionView[],
  now: number,
): Refresh {
  const readAt = new Map(views.map(({ tracked }) => [tracked.auction.id, tracked.auction.lastCheckedAt]))
  const before = new Map(ids.map((id) => [id, readAt.get(id) ?? 0]))
  return { before, dueBy: now + withinMs, until: now + withinMs + ANSWER_MS }
}

export type Progress = { done: number; of: number; isOver: boolean }

/**
 * How many prices of a refresh were read since. Nobody waits for an auction that is over or tracked no longer; a read that
 * failed is over as well, but its price is not counted.
 */
export function progressOf({ before, until }: Refresh, views: readonly AuctionView[], now: number): Progress {
  const open = new Map(views.filter(({ over }) => !over).map(({ tracked }) => [tracked.auction.id, tracked.auction]))
  const unread = [...before].filter(([id, readAt]) => open.get(id)?.lastCheckedAt === readAt)
  const isAwaited = unread.some(([id]) => open.get(id)?.checkError === null)
  return { done: before.size - unread.length, of: before.size, isOver: !isAwaited || now >= until }
}
