import { messages, type WireBidRequest } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useOnline } from '../../api/use-online.ts'
import { TimeLeft } from '../../time/LiveTime.tsx'
import { siteClock } from '../../time/site-clock.ts'
import { useNow } from '../../time/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { Hand } from '../../ui/icons.tsx'
import { Link } from '../../ui/Link.tsx'
import { formatDollars } from '../../ui/money.ts'
import { whyOffline } from '../bid-rules.ts'
import { isFarAbove } from '../typed-bid.ts'
import { refuseRequestMutation, requestsQuery, scheduleRequestMutation, waitingOf } from './request-queries.ts'

const LOOK_EVERY_MS = 1_000

/** The bids for which programs wait for the user's tap; nothing while none waits. */
export function BidRequests() {
  const { data } = useQuery(requestsQuery)
  return data?.some(({ state }) => state === 'open') === true && <Waiting requests={data} />
}

function Waiting({ requests }: { requests: readonly WireBidRequest[] }) {
  // One that nobody taps goes by itself.
  useNow(LOOK_EVERY_MS)
  const waiting = waitingOf(requests, siteClock.now())
  if (waiting.length === 0) return null
  return (
    <section
      aria-label={messages.bidRequest.section}
      className="flex flex-col gap-1 rounded-card border border-edge bg-surface p-3 sm:p-4"
    >
      <h2 className="flex items-center gap-2 font-semibold">
        <Hand aria-hidden size={20} className="shrink-0 text-warning" />
        {messages.bidRequest.section}
      </h2>
      <p className="text-small text-ink-2">{messages.bidRequest.sectionText}</p>
      <ul className="flex flex-col divide-y divide-line">
        {waiting.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </section>
  )
}

/** One bid that waits: what is asked by whom, what it is compared with, and the two answers. */
export function RequestRow({ request }: { request: WireBidRequest }) {
  const schedule = useMutation(scheduleRequestMutation)
  const refuse = useMutation(refuseRequestMutation)
  const offline = whyOffline(useOnline())
  const { title, token, seconds_before_end: seconds, price, max_bid, scheduled_max, ends_at } = request
  const maximum = formatDollars(max_bid)
  const scheduled = scheduled_max === null ? null : formatDollars(scheduled_max)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-72 text-small">
        <Link
          to={`/dashboard?item=${request.tracked_auction_id}`}
          className="line-clamp-2 text-body font-semibold break-words underline-offset-4 hover:underline"
        >
          {title}
        </Link>
        <p className="wrap-anywhere">{messages.bidRequest.asks({ token: token.name, maximum, seconds })}</p>
        <p className="text-ink-2 tabular">
          {messages.bidRequest.standing({ price: formatDollars(price), scheduled })}{' '}
          <TimeLeft at={Date.parse(ends_at)} prefix="Ends in " passed="Ended" />
        </p>
        {isFarAbove(max_bid * 100, { bidCount: 1, currentBid: price, minimumBid: price }) && (
          <p className="font-semibold text-warning">{messages.bidRequest.farAbovePrice}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="dense"
          variant="primary"
          aria-label={`${messages.bidRequest.schedule(maximum)}: ${title}`}
          busy={schedule.isPending}
          whyNot={offline}
          onClick={() => schedule.mutate(request)}
        >
          {messages.bidRequest.schedule(maximum)}
        </Button>
        <Button
          size="dense"
          aria-label={`${messages.bidRequest.refuse}: ${title}`}
          busy={refuse.isPending}
          whyNot={offline}
          onClick={() => refuse.mutate(request)}
        >
          {messages.bidRequest.refuse}
        </Button>
      </div>
    </li>
  )
}
