import {
  type BidStatus,
  type BidOutcome,
  formatCents,
  type HistoryResult,
  historyResultOf,
  messages,
  SITE_ZONE,
} from '@bidwell/contract'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'

/** A tracked auction, with the account's last bid on it. Amounts are cents. */
export type CalendarAuction = {
  id: number
  title: string
  endsAt: Date
  isAmbiguous: boolean
  closedAt: Date | null
  closedBecause: 'ended' | 'ended_early' | 'withdrawn' | null
  endMoves: number
  createdAt: Date
  updatedAt: Date
  /** What the item was sold for; null while it is not known. */
  priceCents: number | null
  bid: { status: BidStatus; outcome: BidOutcome | null; maxCents: number; seconds: number } | null
  itemUrl: string
}

type Options = {
  /** Epoch ms on the site's clock. */
  now: number
  publicUrl: string
  showsMaxima: boolean
  /** The user's time zone; null where none is set. */
  zone: string | null
}

/** Formats as `Nov 20, 2026, 6:42:17 PM PST`. Making a format takes longer than all else of an entry: one serves all entries. */
function formatIn(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })
  return (at) => format.format(at).replaceAll('\u202F', ' ')
}
const pacific = formatIn(SITE_ZONE)

const ALARM_BEFORE_S = 15 * 60
const READ_AGAIN_S = 3_600
/**
 * Marks that turn the direction of text, and all control characters: a title could forge other lines with them. The joiner in an
 * emoji of several parts stays.
 */
const UNPRINTABLE = /(?:(?!\u200D)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu

/** Returns an iCalendar file (RFC 5545): an entry for each auction, at its close, which keeps its UID. */
export function writeCalendar(auctions: readonly CalendarAuction[], options: Options): string {
  const { publicUrl, zone } = options
  const calendar = ical({
    name: messages.calendar.name,
    prodId: { company: 'Bidwell', product: 'Bidwell', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: READ_AGAIN_S,
  })
  const host = new URL(publicUrl).host
  const own = zone === null || zone === SITE_ZONE ? null : formatIn(zone)
  for (const auction of auctions) {
    const state = stateOf(auction, options.now)
    const title = auction.title.replace(UNPRINTABLE, ' ').trim()
    calendar.createEvent({
      id: `auction-${auction.id}@${host}`,
      sequence: auction.endMoves + Number(state.isClosed) + Number(isSettled(state.result)),
      created: auction.createdAt,
      lastModified: auction.updatedAt,
      stamp: auction.updatedAt,
      start: auction.closedAt ?? auction.endsAt,
      summary: messages.calendar.entryTitle(title, state),
      description: linesOf(auction, { ...options, own, isClosed: state.isClosed }).join('\n'),
      url: auction.itemUrl,
      status: state.isWithdrawn ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
      ...(!state.isClosed && {
        alarms: [
          { type: ICalAlarmType.display, triggerBefore: ALARM_BEFORE_S, description: messages.calendar.alarm(title) },
        ],
      }),
    })
  }
  return calendar.toString()
}

const SETTLED: ReadonlySet<HistoryResult> = new Set(['won', 'lost', 'outbid', 'not_placed', 'unknown'])
const isSettled = (result: HistoryResult) => SETTLED.has(result)

function stateOf({ bid, endsAt, closedAt, closedBecause, priceCents }: CalendarAuction, now: number) {
  return {
    result: bid === null ? 'no_bid' : historyResultOf(bid),
    isClosed: closedAt !== null || endsAt.getTime() <= now,
    isWithdrawn: closedBecause === 'withdrawn',
    price: priceCents === null ? null : formatCents(priceCents),
  } as const
}

/** `own` formats in the user's time zone; null where that is the site's, or none is set. */
type Told = Options & { own: ((at: Date) => string) | null; isClosed: boolean }

function linesOf(auction: CalendarAuction, { publicUrl, showsMaxima, own, isClosed }: Told): string[] {
  const { bid, endsAt } = auction
  return [
    messages.calendar.closesAt(pacific(endsAt), own?.(endsAt) ?? null),
    ...(auction.isAmbiguous ? [messages.calendar.endsInRepeatedHour] : []),
    ...(bid?.status === 'pending' && !isClosed
      ? [messages.calendar.bidsBefore(bid.seconds, showsMaxima ? formatCents(bid.maxCents) : null)]
      : []),
    messages.calendar.inBidwell(`${publicUrl}/dashboard?item=${auction.id}`),
    ...(isClosed ? [] : [messages.calendar.readsRarely]),
  ]
}
