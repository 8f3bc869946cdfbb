import { api, messages, type WireDelivery } from '@bidwell/contract'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useSiteName } from '../api/installation-queries.ts'
import { KEYS } from '../cache/query-keys.ts'
import { MINUTE_MS } from '../time/units.ts'
import { useNow } from '../time/use-now.ts'
import { viewerTimes } from '../time/zoned-times.ts'
import { classNames } from '../ui/class-names.ts'
import { Check, Clock, type LucideIcon, Minus, TriangleAlert, X } from '../ui/icons.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { TextLink } from '../ui/Link.tsx'
import { LoadingList, QueryFailure } from '../ui/loading/LoadState.tsx'
import { ShowMore } from '../ui/loading/ShowMore.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { type Tone, TONE_CLASS } from '../ui/tone.ts'

/** What left Bidwell for the user in the last ninety days, and what did not and why. */
function AlertLogPage() {
  const log = useInfiniteQuery(deliveriesQuery)
  const siteName = useSiteName()
  const now = useNow(MINUTE_MS)
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries) ?? []

  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <PageTitle>Log of alerts</PageTitle>
      <p className="text-ink-2">
        Every mail and every alert to you, whether it was sent, and why if not. Times are those of this browser.{' '}
        <TextLink to="/settings?tab=notifications">Choose what goes where</TextLink>
      </p>
      <QueryFailure query={log} />
      {log.isPending && <LoadingList label="Loading the log of alerts" rows={4} skeleton="h-20 w-full" />}
      {log.data && (
        <KeepFocus label="Deliveries">
          {deliveries.length === 0 && <p className="py-6 text-ink-2">Nothing was sent to you yet.</p>}
          <ul className="flex flex-col gap-2">
            {deliveries.map((delivery) => (
              <DeliveryItem key={delivery.id} delivery={delivery} siteName={siteName} now={now} />
            ))}
          </ul>
          <ShowMore query={log}>Load more</ShowMore>
        </KeepFocus>
      )}
      <p className="text-small text-ink-2">The log goes back 90 days.</p>
    </div>
  )
}

const ICONS = {
  success: Check,
  info: Clock,
  warning: TriangleAlert,
  danger: X,
  neutral: Minus,
} as const satisfies Partial<Record<Tone, LucideIcon>>

const PROMPT_MS = 10_000

/** Whether it was sent at once: then its line has the only time that matters. */
const wasPrompt = ({ outcome, queued_at: queuedAt, ended_at: endedAt }: WireDelivery) =>
  outcome === 'sent' && endedAt !== null && Date.parse(endedAt) - Date.parse(queuedAt) < PROMPT_MS

type DeliveryItemProps = { delivery: WireDelivery; siteName: string; now: number }

/** One line of the log: what it told, where it is, and since when. */
function DeliveryItem({ delivery, siteName, now }: DeliveryItemProps) {
  const viewer = viewerTimes()
  const time = (at: number) => (viewer.isSameDay(at, now) ? viewer.clock(at) : viewer.full(at))
  const context = { site: siteName, time }
  const { text, tone } = messages.delivery.state(delivery, context)
  const Icon = ICONS[tone]
  return (
    <li className="flex items-start gap-3 rounded-card border border-line bg-surface p-3">
      <span className={classNames('grid size-8 shrink-0 place-items-center rounded-control', TONE_CLASS[tone])}>
        <Icon aria-hidden size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold wrap-anywhere">{messages.delivery.subject(delivery, context)}</h2>
        <p className="text-small wrap-anywhere tabular">{text}.</p>
        {!wasPrompt(delivery) && (
          <p className="text-label text-ink-2 tabular">
            Queued <time dateTime={delivery.queued_at}>{time(Date.parse(delivery.queued_at))}</time>
          </p>
        )}
      </div>
    </li>
  )
}

export { AlertLogPage as Component }

/** While something waits to be sent, the page shows what becomes of it. */
const WAITING_REFETCH_MS = 15_000

/** What went out to the user's places and what did not, latest first, page by page. */
const deliveriesQuery = infiniteQueryOptions({
  queryKey: KEYS.deliveries,
  queryFn: async ({ pageParam, signal }) =>
    (await call(api.listDeliveries, { query: pageParam === null ? {} : { cursor: pageParam }, signal })).data,
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some(({ deliveries }) => deliveries.some(({ outcome }) => outcome === null))
      ? WAITING_REFETCH_MS
      : false,
})
