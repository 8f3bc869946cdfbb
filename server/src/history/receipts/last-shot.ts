import type { BidEventDetail } from '../../bids/log/bid-event.ts'

/** An event of a bid's log. `at` is epoch ms on the site's clock. */
export type LoggedEvent = { at: number; uncertaintyMs: number | null; detail: BidEventDetail }

export type Logged<Kind extends BidEventDetail['kind']> = LoggedEvent & {
  detail: Extract<BidEventDetail, { kind: Kind }>
}

/** One sending of a bid. `answered` is null without a clear answer. */
export type Shot = { sent: Logged<'sent'>; answered: Logged<'answered'> | null }

/** The last time that the bid was sent. Writing to a dead connection does not count. */
export function lastShot(events: readonly LoggedEvent[]): Shot | null {
  const shots: Shot[] = []
  for (const event of events) {
    if (isOf(event, 'sent')) shots.push({ sent: event, answered: null })
    if (!isOf(event, 'answered')) continue
    const shot = shots.at(-1)
    if (event.detail.answer === 'not_sent') shots.pop()
    else if (shot && event.detail.answer !== 'unknown') shot.answered = event
  }
  return shots.at(-1) ?? null
}

export const lastOf = <Kind extends BidEventDetail['kind']>(events: readonly LoggedEvent[], kind: Kind) =>
  events.findLast((event): event is Logged<Kind> => isOf(event, kind))

export const isOf = <Kind extends BidEventDetail['kind']>(event: LoggedEvent, kind: Kind): event is Logged<Kind> =>
  event.detail.kind === kind
