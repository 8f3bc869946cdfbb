import { type WireAuction, auctionFromWire, type WireBid, type ServerEvent } from '@bidwell/contract'
import { CliError, EXIT } from './cli-error.ts'
import { followEvents } from './follow-events.ts'
import type { Installation } from './installation.ts'
import { json, left, money, print, table } from './print.ts'
import { readAuctions, readBids } from './read-lists.ts'
import { bidState } from './show-lists.ts'

const DRAW_EVERY_MS = 1_000
// The other screen, without a cursor, on which lines that are too long are cut.
const OPEN_SCREEN = '\u001B[?1049h\u001B[?25l\u001B[?7l'
const CLOSE_SCREEN = '\u001B[?7h\u001B[?25h\u001B[?1049l'
const FROM_TOP = '\u001B[H'
const CLEAR_LINE = '\u001B[K'
const CLEAR_BELOW = '\u001B[J'

/** What is watched. `aheadMs`: how far the site's clock is ahead of this machine's. */
export type Watched = {
  auctions: ReadonlyMap<number, WireAuction>
  bids: ReadonlyMap<number, WireBid>
  aheadMs: number
  isConnected: boolean
}

/** Writes each event as a line of JSON until `stop` aborts; one of type `resync` whenever events may have been missed. */
export async function writeEvents(to: Installation, stop: AbortSignal): Promise<void> {
  await followEvents(to, stop, {
    onOpen: () => print(json({ type: 'resync' })),
    onClosed: () => {},
    onEvent: (event) => print(json(event)),
  })
}

/** Shows the open auctions with their bids, as they change, until `stop` aborts. */
export async function watchAuctions(to: Installation, stop: AbortSignal): Promise<void> {
  const failed = new AbortController()
  const ended = AbortSignal.any([stop, failed.signal])
  const auctions = new Map<number, WireAuction>()
  const bids = new Map<number, WireBid>()
  const watched = { auctions, bids, aheadMs: 0, isConnected: false }
  let failure: unknown = null
  /** What has come since the last reading began, which may not show it; null while none is in progress. */
  let sinceRead: ServerEvent[] | null = null
  const read = async () => {
    const events: ServerEvent[] = []
    sinceRead = events
    const [open, live] = await Promise.all([readAuctions(to, ['active']), readBids(to, ['pending', 'executed'])])
    auctions.clear()
    for (const auction of open) auctions.set(auction.id, auction)
    bids.clear()
    for (const bid of live) bids.set(bid.tracked_auction_id, bid)
    for (const event of events) note(event, watched)
    if (sinceRead === events) sinceRead = null
    draw()
  }
  const readAgain = () =>
    void read().catch((error: unknown) => {
      // While Bidwell is away, the next connection reads again.
      if (error instanceof CliError && error.exitCode === EXIT.notReachable) return
      failure = error
      failed.abort()
    })
  const draw = () => {
    const { rows } = process.stdout
    const lines = drawAuctions(watched, { now: Date.now(), rows }).split('\n')
    process.stdout.write(FROM_TOP + lines.map((line) => line + CLEAR_LINE).join('\n') + CLEAR_BELOW)
  }
  process.stdout.write(OPEN_SCREEN)
  const drawing = setInterval(draw, DRAW_EVERY_MS)
  try {
    await followEvents(to, ended, {
      onOpen: () => {
        watched.isConnected = true
        readAgain()
      },
      onClosed: () => {
        watched.isConnected = false
      },
      onEvent: (event) => {
        if (event.type === 'resync') return readAgain()
        if (event.type === 'site_time') watched.aheadMs = Date.parse(event.time.now) - Date.now()
        else {
          sinceRead?.push(event)
          note(event, watched)
        }
        draw()
      },
    })
  } finally {
    clearInterval(drawing)
    process.stdout.write(CLOSE_SCREEN)
  }
  if (failure !== null) throw failure
}

function note(
  event: ServerEvent,
  { auctions, bids }: { auctions: Map<number, WireAuction>; bids: Map<number, WireBid> },
) {
  if ('auction' in event) {
    if (event.auction.status === 'active') auctions.set(event.auction.id, event.auction)
    else auctions.delete(event.auction.id)
  } else if (event.type === 'auction_removed') auctions.delete(event.id)
  else if ('bid' in event) bids.set(event.bid.tracked_auction_id, event.bid)
}

/** The screen as text, at most so many rows. `now` is epoch ms. */
export function drawAuctions(watched: Watched, { now, rows }: { now: number; rows: number }): string {
  const { auctions, bids, aheadMs, isConnected } = watched
  const open = [...auctions.values()].map(auctionFromWire).toSorted((a, b) => a.endsOn - b.endsOn)
  const head = `${open.length} open ${open.length === 1 ? 'auction' : 'auctions'}${isConnected ? '' : ' · not connected'} · q ends`
  const shown = open.slice(0, Math.max(0, rows - 3))
  return `${head}\n\n${table(
    ['ENDS IN', 'PRICE', 'MAX', 'BID', 'ITEM', 'TITLE'],
    shown.map((auction) => {
      const bid = bids.get(auction.id)
      return [
        left(auction.endsOn - now - aheadMs),
        money(auction.currentBid),
        bid ? money(bid.max_bid) : '–',
        bid ? bidState(bid) : '–',
        auction.auctionId,
        auction.title,
      ]
    }),
  )}`
}
