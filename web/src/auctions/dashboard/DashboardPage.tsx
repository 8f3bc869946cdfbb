import { messages } from '@bidwell/contract'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { ResultsStrip } from '../../bids/results/ResultsStrip.tsx'
import { emitCacheEvent } from '../../cache/cache-events.ts'
import { AuctionLimit } from '../../plans/limits/LimitNotice.tsx'
import { useKept } from '../../state/use-kept.ts'
import { siteClock } from '../../time/site-clock.ts'
import { DashboardTour } from '../../tour/DashboardTour.tsx'
import { isTourNeeded } from '../../tour/tour.ts'
import { PartBoundary } from '../../ui/loading/PartBoundary.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { useIsWide } from '../../ui/use-media-query.ts'
import { FirstSteps, firstStepsKept } from '../checklist/FirstSteps.tsx'
import { PricesLine } from '../freshness/PricesLine.tsx'
import { FilterBar, NothingShown } from '../list/FilterBar.tsx'
import { countByFilter, isSameCounts } from '../list/lot-filters.ts'
import { LotList, LotListLoading, ResortButton } from '../list/LotList.tsx'
import { useLotList } from '../list/use-lot-list.ts'
import { itemOfBidIn } from '../lot/item-of-bid.ts'
import { useLotStore } from '../lot/lot-store.ts'
import { viewOf } from '../lot/lot-view.ts'
import { useLots } from '../lot/use-lots.ts'
import { useNowAtTransitions } from '../lot/use-now-until.ts'
import { BulkBar } from '../selection/BulkBar.tsx'
import { useSelection } from '../selection/use-selection.ts'
import { LastMinuteStage } from '../stage/LastMinuteStage.tsx'
import { useUndoableActions } from '../undo/use-undoable-actions.ts'
import { DashboardDialogs } from './DashboardDialogs.tsx'
import { DashboardHeader } from './DashboardHeader.tsx'
import { DashboardNotices } from './DashboardNotices.tsx'
import { EmptyDashboard } from './EmptyDashboard.tsx'
import { useAddSheet } from './use-add-sheet.ts'
import { useDashboardCommands } from './use-dashboard-commands.ts'
import { useDashboardView, type ViewChange } from './use-dashboard-view.ts'
import { useOpenLot } from './use-open-lot.ts'

const DetailColumn = lazyDialog(async () => (await import('./DetailColumn.tsx')).DetailColumn)

// One element, so that the header is drawn again only when it changes.
const LIMIT = <AuctionLimit />

/** The list of tracked auctions, and the detail of the open one. */
// eslint-disable-next-line max-lines-per-function -- It joins the parts of the page: two halves would pass twenty values on.
function DashboardPage() {
  const { lots, auctions, ended, bids, isLoaded, isEmpty } = useLots()
  const now = useNowAtTransitions(lots)
  // The stage has another place in a narrow window, where it still shows the result of a moment ago.
  const [openedAt] = useState(siteClock.now)
  const views = useMemo(() => lots.map((lot) => viewOf(lot, now)), [lots, now])
  const store = useLotStore(views)
  const counts = useKept(countByFilter(views), isSameCounts)
  const isWide = useIsWide()
  const { view, show, detailBase } = useDashboardView()
  const [searchText, setSearchText] = useState('')
  const [bulkOpen, setBulkOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const selection = useSelection()
  const actions = useUndoableActions()

  const {
    groups,
    view: shownView,
    rows,
    outdated,
    order,
    search,
  } = useLotList(lots, { ...view, search: searchText }, now, list)
  const addSheet = useAddSheet({ view, show, isWide, onClearSearch: () => setSearchText('') })
  const commands = useDashboardCommands({ lots, order, show, actions, selection, field, isWide })
  const { openId, detail } = useOpenLot({ views, order, view, shownView, show, isWide, commands })
  const selectedLots = lots.filter(({ auction }) => selection.selected.has(auction.id))
  const closeDetail = useCallback(() => show({ item: null, edit: null }), [show])
  const choose = useCallback((change: ViewChange) => show(change, { replace: true }), [show])

  // Drawing the first rows takes a while: the page answers meanwhile.
  const isListShown = useDeferredValue(isLoaded && lots.length > 0)
  const filterBar = useMemo(
    () => isListShown && <FilterBar counts={counts} filter={view.filter} sort={view.sort} onChange={choose} />,
    [isListShown, counts, view.filter, view.sort, choose],
  )

  useDashboardLeft()

  return (
    <>
      <DashboardHeader
        openCount={auctions.data && counts.all - counts.ended}
        limit={LIMIT}
        field={field}
        text={searchText}
        onText={setSearchText}
        onAdd={addSheet.open}
      >
        {filterBar}
      </DashboardHeader>
      <ResultsStrip itemOf={itemOfBidIn(lots)} />
      {(auctions.error ?? ended.error ?? bids.error) && <DashboardNotices {...{ auctions, ended, bids }} />}
      {!isListShown && !isEmpty && !auctions.error && <LotListLoading />}
      {isLoaded && bids.data && firstStepsKept.read() !== 'done' && (
        <FirstSteps auctionCount={lots.length} bids={bids.data} onAdd={addSheet.open} />
      )}
      {isEmpty && <EmptyDashboard field={field} />}
      {isListShown && (
        <>
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] min-[82rem]:grid-cols-[minmax(0,1fr)_22.5rem] min-[82rem]:gap-6">
            <div className="flex min-w-0 flex-col gap-3">
              {order.length === 0 && <NothingShown filter={view.filter} search={search} onShowAll={showAll} />}
              <div className="@container relative">
                {order.length > 0 && <PricesLine {...{ views, list }} />}
                <LotList
                  {...{ list, groups, rows, openId, detailBase, commands }}
                  view={shownView}
                  lots={store}
                  selected={selection.selected}
                />
              </div>
              <div className="pinned sticky bottom-18 z-10 flex flex-col gap-2 empty:hidden md:bottom-4">
                {outdated && <ResortButton {...outdated} />}
                {!isWide && <LastMinuteStage {...{ lots, openedAt, detailBase }} />}
                {selectedLots.length > 0 && (
                  <BulkBar
                    lots={selectedLots}
                    onEdit={() => setBulkOpen(true)}
                    onRemove={removeSelected}
                    onClear={selection.clear}
                  />
                )}
              </div>
            </div>
            {isWide && (
              <div className="sticky top-20 flex flex-col gap-3">
                <LastMinuteStage {...{ lots, openedAt, detailBase }} />
                <PartBoundary part="The detail">
                  <DetailColumn detail={detail} onClose={view.item === null ? undefined : closeDetail} />
                </PartBoundary>
              </div>
            )}
          </div>
        </>
      )}
      {isLoaded && isTourNeeded() && <DashboardTour isEmpty={isEmpty} />}
      <DashboardDialogs
        detail={isWide ? undefined : detail}
        onCloseDetail={closeDetail}
        addSheet={addSheet}
        actions={actions}
        bulk={bulkOpen ? selectedLots : null}
        onCloseBulk={() => setBulkOpen(false)}
        onBulkDone={selection.clear}
      />
    </>
  )

  function showAll() {
    setSearchText('')
    show({ filter: null }, { replace: true })
  }

  function removeSelected() {
    actions.remove(selectedLots)
    selection.clear()
  }
}

/** The page before its code has loaded. On a slow network it stays for seconds, maybe shortly before a bid. */
export const Frame = () => (
  <>
    <DashboardHeader openCount={undefined} limit={null} field={null} text="" onText={ignore} onAdd={ignore}>
      {null}
    </DashboardHeader>
    <p className="-mb-8 min-h-8 text-small text-balance text-ink-2">{messages.page.bidsRunOnServer}</p>
    <LotListLoading />
  </>
)

const ignore = () => {}

export { DashboardPage as Component }

/** Reports that the user leaves the dashboard: coming back reads the auctions again. */
function useDashboardLeft() {
  useEffect(() => () => void emitCacheEvent('dashboard_left', { inPlace: true }), [])
}
