import { messages } from '@bidwell/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useSite, useSiteName } from '../api/installation-queries.ts'
import { MINUTE_MS } from '../time/units.ts'
import { useNow } from '../time/use-now.ts'
import { viewerTimes } from '../time/zoned-times.ts'
import { Chips } from '../ui/fields/Chips.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { TextLink } from '../ui/Link.tsx'
import { LoadingList, QueryFailure } from '../ui/loading/LoadState.tsx'
import { ShowMore } from '../ui/loading/ShowMore.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { groupByDay } from './group-by-day.ts'
import { MarkAllRead } from './MarkAllRead.tsx'
import { ALL, notificationsQuery, unreadQuery } from './notification-queries.ts'
import { NotificationItem } from './NotificationItem.tsx'

/** What happened to the user's bids, auctions, logins and plan in the last ninety days, by day. */
function NotificationsPage() {
  const [search, setSearch] = useSearchParams()
  const showsPlans = useSite()?.shows_plans === true
  const filters = FILTERS.filter(({ id }) => id !== 'plan' || showsPlans)
  const filter = filters.find(({ id }) => id === search.get('show')) ?? FILTERS[0]
  const list = useInfiniteQuery(notificationsQuery(filter))
  const { data: unread = 0 } = useQuery(unreadQuery)
  const siteName = useSiteName()
  const now = useNow(MINUTE_MS)
  const notifications = list.data?.pages.flatMap((page) => page.notifications) ?? []

  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <PageTitle>{messages.unread.name}</PageTitle>
        <MarkAllRead />
      </div>
      <Chips
        label="Show"
        value={filter.id}
        onChange={(id) => setSearch(id === 'all' ? {} : { show: id }, { replace: true })}
        chips={filters.map(({ id, label }) => ({ value: id, label, ...(id === 'unread' && { count: unread }) }))}
      />
      <QueryFailure query={list} />
      {list.isPending && <LoadingList label="Loading your alerts" rows={4} skeleton="h-24 w-full" />}
      {list.data && (
        <KeepFocus label="Your alerts">
          {notifications.length === 0 && <Nothing filter={filter.id} />}
          {groupByDay(notifications, now, viewerTimes()).map(({ heading, notifications: ofDay }) => (
            <section key={heading} aria-label={heading} className="flex flex-col gap-2">
              <h2 className="text-lead font-semibold">{heading}</h2>
              <ul className="flex flex-col gap-2">
                {ofDay.map((notification) => (
                  <NotificationItem key={notification.id} notification={notification} siteName={siteName} now={now} />
                ))}
              </ul>
            </section>
          ))}
          <ShowMore query={list}>Load more</ShowMore>
        </KeepFocus>
      )}
      <p className="text-small text-ink-2">
        Alerts are kept for 90 days. <TextLink to="/settings?tab=notifications">What you are told, and where</TextLink>
        {' · '}
        <TextLink to="/notifications/log">Log of alerts</TextLink>
      </p>
    </div>
  )
}

function Nothing({ filter }: { filter: (typeof FILTERS)[number]['id'] }) {
  if (filter === 'all') {
    return (
      <p className="py-6 text-ink-2">
        {messages.unread.nothingYet} <TextLink to="/dashboard">Go to your auctions</TextLink>
      </p>
    )
  }
  return (
    <p className="py-6 text-ink-2">
      {filter === 'unread' ? 'You have read everything. ' : 'None of these yet. '}
      <TextLink to="/notifications">Show all</TextLink>
    </p>
  )
}

export { NotificationsPage as Component }

const of = (group: Parameters<typeof messages.notification.kindsOf>[0]) => messages.notification.kindsOf(group)

/** What the page can show. `kinds` is null for all kinds. */
const FILTERS = [
  { id: 'all', label: 'All', ...ALL },
  { id: 'unread', label: 'Unread', kinds: null, onlyUnread: true },
  { id: 'results', label: 'Results', kinds: of('results'), onlyUnread: false },
  { id: 'warnings', label: 'Warnings', kinds: of('warnings'), onlyUnread: false },
  { id: 'account', label: 'Account', kinds: of('account'), onlyUnread: false },
  { id: 'plan', label: 'Plan', kinds: of('plan'), onlyUnread: false },
] as const
