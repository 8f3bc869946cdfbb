import { messages, type WaitingBid } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useOnline } from '../../api/use-online.ts'
import { TimeLeft } from '../../time/LiveTime.tsx'
import { siteClock } from '../../time/site-clock.ts'
import { useNow } from '../../time/use-now.ts'
import { viewerTimes } from '../../time/zoned-times.ts'
import { Button } from '../../ui/Button.tsx'
import { Hand } from '../../ui/icons.tsx'
import { Link } from '../../ui/Link.tsx'
import { formatDollars } from '../../ui/money.ts'
import { whyOffline } from '../bid-rules.ts'
import { isFarAbove } from '../typed-bid.ts'
import { keepMutation, waitingAt, waitingQuery } from './waiting-queries.ts'
import { WaitingAnswers } from './WaitingAnswers.tsx'

const LOOK_EVERY_MS = 1_000

/** A tap so soon after the rows have moved is meant for the one that stood there before. */
const STRAY_TAP_MS = 700

/** The bids that wait for the user's tap, restored from a backup or asked for by programs; nothing while none waits. */
export function WaitingBids() {
  const { data } = useQuery(waitingQuery)
  return data !== undefined && data.length > 0 && <Waiting listed={data} />
}

function Waiting({ listed }: { listed: readonly WaitingBid[] }) {
  // One that nobody taps goes by itself.
  useNow(LOOK_EVERY_MS)
  const waiting = waitingAt(listed, siteClock.now())
  const isMoving = useIsMoving(waiting.map(keyOf).join())
  const restored = waiting.filter(({ kind }) => kind === 'restored')
  if (waiting.length === 0) return null
  return (
    <section
      aria-label={messages.waiting.section}
      className="flex flex-col gap-1 rounded-card border border-edge bg-surface p-3 sm:p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="flex items-center gap-2 font-semibold">
          <Hand aria-hidden size={20} className="shrink-0 text-warning" />
          {messages.waiting.section}
        </h2>
        {restored.length > 1 && <KeepAll bids={restored} />}
      </div>
      <p className="text-small text-ink-2">{messages.waiting.sectionText}</p>
      <ul className="flex flex-col divide-y divide-line">
        {waiting.map((bid) => (
          <WaitingRow key={keyOf(bid)} {...{ bid, isMoving }} />
        ))}
      </ul>
    </section>
  )
}

const keyOf = ({ kind, id }: WaitingBid): string => `${kind} ${id}`

/** Whether a row that has gone or come has just moved the others. */
function useIsMoving(order: string): boolean {
  const [seen, setSeen] = useState(order)
  useEffect(() => {
    const timer = setTimeout(() => setSeen(order), STRAY_TAP_MS)
    return () => clearTimeout(timer)
  }, [order])
  return seen !== order
}

/** Their owner has scheduled them once; what programs ask for is looked at one by one. */
function KeepAll({ bids }: { bids: readonly WaitingBid[] }) {
  const keep = useMutation(keepMutation)
  return (
    <Button size="dense" busy={keep.isPending} whyNot={whyOffline(useOnline())} onClick={() => keep.mutate(bids)}>
      {messages.waiting.keepAll(bids.length)}
    </Button>
  )
}

/** One bid that waits: why, what its amount is compared with, and the two answers. */
function WaitingRow({ bid, isMoving }: { bid: WaitingBid; isMoving: boolean }) {
  const { kind, id, title, price, max_bid, scheduled_max, ends_at } = bid
  const scheduled = scheduled_max === null ? null : formatDollars(scheduled_max)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-72 text-small">
        <Link
          to={`/dashboard?item=${bid.tracked_auction_id}`}
          className="line-clamp-2 text-body font-semibold break-words underline-offset-4 hover:underline"
        >
          {title}
        </Link>
        <p className="wrap-anywhere">{questionOf(bid)}</p>
        <p className="text-ink-2 tabular">
          {messages.waiting.standing({ price: formatDollars(price), scheduled })}{' '}
          <TimeLeft at={Date.parse(ends_at)} prefix="Ends in " passed="Ended" />
        </p>
        {isFarAbove(max_bid * 100, { bidCount: 1, currentBid: price, minimumBid: price }) && (
          <p className="font-semibold text-warning">{messages.waiting.farAbovePrice}</p>
        )}
      </div>
      <WaitingAnswers waiting={{ kind, id }} maxBid={max_bid} {...{ title, isMoving }} />
    </li>
  )
}

function questionOf(bid: WaitingBid): string {
  const maximum = formatDollars(bid.max_bid)
  return bid.kind === 'restored'
    ? messages.waiting.question(viewerTimes().dayAndMinute(Date.parse(bid.taken_at)), { amount: maximum })
    : messages.waiting.asks({ token: bid.token, maximum, seconds: bid.seconds_before_end })
}
