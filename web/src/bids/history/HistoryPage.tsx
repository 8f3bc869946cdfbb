import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { messages } from '@bidwell/contract'
import { messageOf } from '../../api/api-error.ts'
import { useSiteName } from '../../api/site-query.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { useOnline } from '../../api/use-online.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { Button } from '../../ui/Button.tsx'
import { Chips } from '../../ui/fields/Chips.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { integrationQuery } from '../../connection/integration-query.ts'
import { loginStopOf } from '../login/login-stop.ts'
import { bidHistoryQuery, bidsQuery } from '../bid-queries.ts'
import { HistoryCards } from './HistoryCards.tsx'
import { HistoryTable } from './HistoryTable.tsx'
import { HISTORY_FILTERS, withUnresolved } from './history-rules.ts'
import { useDeleteBids } from './use-delete-bids.ts'

export function HistoryPage() {
  const [search, setSearch] = useSearchParams()
  const filter = HISTORY_FILTERS.find(({ id }) => id === search.get('show')) ?? HISTORY_FILTERS[0]
  const history = useInfiniteQuery(bidHistoryQuery(filter.statuses))
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const { hidden, deleteBids } = useDeleteBids()
  const siteName = useSiteName()
  const online = useOnline()
  const isWide = useMediaQuery('(min-width: 48rem)')

  const { data: recent = [] } = useQuery(bidsQuery)
  const loginStop = loginStopOf(useQuery(integrationQuery).data)
  const listed = (history.data?.pages ?? []).flatMap((page) => page.bids).filter((bid) => !hidden.has(bid.id))
  const bids = filter.id === 'all' && history.data ? withUnresolved(listed, recent) : listed
  const selectedIds = bids.filter((bid) => selected.has(bid.id)).map((bid) => bid.id)
  const rows = {
    bids,
    selected,
    siteName,
    loginStop,
    whyNot: online ? null : 'You are offline, so nothing can be deleted.',
    onSelect: (ids: readonly number[], on: boolean) =>
      setSelected((earlier) => new Set(on ? [...earlier, ...ids] : [...earlier].filter((id) => !ids.includes(id)))),
    onDelete: deleteBids,
  }

  return (
    <>
      <PageTitle>Bid history</PageTitle>
      <Chips
        label="Show"
        value={filter.id}
        onChange={(id) => setSearch(id === 'all' ? {} : { show: id }, { replace: true })}
        chips={HISTORY_FILTERS.map(({ id, label }) => ({ value: id, label }))}
      />
      {history.error && (
        <LoadFailure
          title={messages.bid.loadFailed(messageOf(history.error))}
          busy={history.isFetching}
          onRetry={() => void history.refetch()}
        />
      )}
      {history.isPending && (
        <section aria-busy="true" aria-label="Loading your bids" className="flex flex-col gap-3">
          {[0, 1, 2, 3].map((n) => (
            <Skeleton key={n} className="h-14 w-full" />
          ))}
        </section>
      )}
      {history.data && bids.length === 0 && <NoBids all={filter.id === 'all'} />}
      {bids.length > 0 && (isWide ? <HistoryTable {...rows} /> : <HistoryCards {...rows} />)}
      {selectedIds.length > 0 && (
        <div className="sticky bottom-18 z-10 flex items-center gap-3 rounded-card border border-edge bg-surface p-2 pl-4 shadow-float md:bottom-4">
          <output className="mr-auto font-semibold tabular">{selectedIds.length} selected</output>
          <Button
            size="dense"
            variant="danger"
            whyNot={rows.whyNot}
            onClick={() => {
              deleteBids(selectedIds)
              setSelected(new Set())
            }}
          >
            Delete
          </Button>
          <Button size="dense" variant="quiet" onClick={() => setSelected(new Set())}>
            Clear
          </Button>
        </div>
      )}
      {history.hasNextPage && (
        <Button className="self-center" busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          Show earlier bids
        </Button>
      )}
    </>
  )
}

const NoBids = ({ all }: { all: boolean }) => (
  <p className="py-6 text-ink-2">
    {all ? 'No bids yet. What becomes of each one will stand here, with its receipt. ' : 'None of these yet. '}
    <Link to={all ? '/dashboard' : '/bid-history'} className="font-semibold text-accent underline underline-offset-4">
      {all ? 'Go to your auctions' : 'Show all'}
    </Link>
  </p>
)
