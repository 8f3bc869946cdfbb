import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { ResultsStrip } from '../../bids/results/ResultsStrip.tsx'
import { WaitingBids } from '../../bids/waiting/WaitingBids.tsx'
import { emitCacheEvent } from '../../cache/cache-events.ts'
import { AuctionLimit } from '../../plans/limits/LimitNotice.tsx'
import { useKept } from '../../state/use-kept.ts'
import { siteClock } from '../../time/site-clock.ts'
import { DashboardTour, TourOffer } from '../../tour/DashboardTour.tsx'
import { isTourNeeded } from '../../tour/tour.ts'
import { PartBoundary } from '../../ui/loading/PartBoundary.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { useIsWide } from '../../ui/use-media-query.ts'
import { FirstSteps, firstStepsKept } from '../checklist/FirstSteps.tsx'
import { PricesLine } from '../freshness/PricesLine.tsx'
import { LastMinute } from '../last-minute/LastMinute.tsx'
import { countByFilter, hasLabel, isSameCounts } from '../list/auction-filters.ts'
import { AuctionList, AuctionListLoading, ResortButton } from '../list/AuctionList.tsx'
import { FilterBar, NothingShown } from '../list/FilterBar.tsx'
import { useAuctionList } from '../list/use-auction-list.ts'
import { BulkBar } from '../selection/BulkBar.tsx'
import { useSelection } from '../selection/use-selection.ts'
import { useAuctionStore } from '../tracked/auction-store.ts'
import { useNowAtTransitions, viewOf } from '../tracked/auction-view.ts'
import { itemOfBidIn } from '../tracked/item-of-bid.ts'
import { labelsOf } from '../tracked/tracked-auction.ts'
import { useAuctions } from '../tracked/use-auctions.ts'
import { useUndoableActions } from '../undo/use-undoable-actions.ts'
import { DashboardDialogs } from './DashboardDialogs.tsx'
import { DashboardHeader } from './DashboardHeader.tsx'
import { DashboardNotices } from './DashboardNotices.tsx'
import { EmptyDashboard } from './EmptyDashboard.tsx'
import { ExposureLine } from './ExposureLine.tsx'
import { HearWhenItEnds } from './HearWhenItEnds.tsx'
import { useAddSheet } from './use-add-sheet.ts'
import { useDashboardCommands } from './use-dashboard-commands.ts'
import { useDashboardView, type ViewChange } from './use-dashboard-view.ts'
import { useOpenAuction } from './use-open-auction.ts'

const DetailColumn = lazyDialog(async () => (await import('./DetailColumn.tsx')).DetailColumn)

// One element, so that the header is drawn again only when it changes.
const LIMITS = (
  <>
    <AuctionLimit />
    <ExposureLine />
  </>
)

/** The list of tracked auctions, and the detail of the open one. */
// eslint-disable-next-line max-lines-per-function -- It joins the parts of the page: two halves would pass twenty values on.
function DashboardPage() {
  const { auctions, auctionsQuery, ended, bids, isLoaded, isLatest, isEmpty } = useAuctions()
  const now = useNowAtTransitions(auctions)
  // The last minute has another place in a narrow window, where it still shows the result of a moment ago.
  const [openedAt] = useState(siteClock.now)
  const views = useMemo(() => auctions.map((tracked) => viewOf(tracked, now)), [auctions, now])
  const store = useAuctionStore(views)
  const isWide = useIsWide()
  const hasSteps = firstStepsKept.use() !== 'done'
  const { view, show, detailBase } = useDashboardView()
  const labelled = views.filter((each) => hasLabel(each, view.label))
  const counts = useKept(countByFilter(labelled), isSameCounts)
  const labels = useKept(labelsOf(auctions), isSameLabels)
  const [searchText, setSearchText] = useState('')
  const [bulk, setBulk] = useState<'bids' | 'group' | 'labels' | null>(null)
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
  } = useAuctionList(auctions, { ...view, search: searchText }, now, list)
  const addSheet = useAddSheet({ view, show, isWide, onClearSearch: () => setSearchText('') })
  const commands = useDashboardCommands({ auctions, order, opened: view.item, show, actions, selection, field, isWide })
  const { openId, detail } = useOpenAuction({ views, isLatest, order, view, shownView, show, isWide, commands })
  const selectedAuctions = auctions.filter(({ auction }) => selection.selected.has(auction.id))
  const closeDetail = useCallback(() => show({ item: null, edit: null }), [show])
  const choose = useCallback((change: ViewChange) => show(change, { replace: true }), [show])

  // Drawing the first rows takes a while: the page answers meanwhile.
  const isListShown = useDeferredValue(isLoaded && auctions.length > 0)
  const filterBar = useMemo(
    () =>
      isListShown && (
        <FilterBar {...{ counts, labels }} filter={view.filter} sort={view.sort} label={view.label} onChange={choose} />
      ),
    [isListShown, counts, labels, view.filter, view.sort, view.label, choose],
  )

  useDashboardLeft()

  const pinned = (
    <div className="pinned sticky bottom-18 z-10 flex flex-col gap-2 empty:hidden md:bottom-4">
      {outdated && <ResortButton {...outdated} />}
      {!isWide && <LastMinute {...{ auctions, openedAt, detailBase }} />}
      {selectedAuctions.length > 0 && (
        <BulkBar
          auctions={selectedAuctions}
          onEdit={() => setBulk('bids')}
          onGroup={() => setBulk('group')}
          onLabel={() => setBulk('labels')}
          onRemove={removeSelected}
          onClear={selection.clear}
        />
      )}
    </div>
  )

  return (
    <>
      <DashboardHeader
        openCount={auctionsQuery.data && views.filter(({ over }) => !over).length}
        limits={LIMITS}
        field={field}
        text={searchText}
        onText={setSearchText}
        onAdd={addSheet.open}
      >
        {filterBar}
      </DashboardHeader>
      <WaitingBids />
      <ResultsStrip itemOf={itemOfBidIn(auctions)} />
      <HearWhenItEnds hasBid={bids.data !== undefined && bids.data.length > 0} />
      {(auctionsQuery.error ?? ended.error ?? bids.error) && <DashboardNotices {...{ auctionsQuery, ended, bids }} />}
      {!isListShown && !isEmpty && !auctionsQuery.error && <AuctionListLoading />}
      {isLoaded && bids.data && hasSteps && (
        <FirstSteps auctionCount={auctions.length} bids={bids.data} onAdd={addSheet.open}>
          {isTourNeeded() && <TourOffer />}
        </FirstSteps>
      )}
      {isEmpty && <EmptyDashboard field={field} hasSteps={hasSteps} />}
      {isListShown && (
        <>
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] min-[82rem]:grid-cols-[minmax(0,1fr)_22.5rem] min-[82rem]:gap-6">
            <div className="flex min-w-0 flex-col gap-3">
              {order.length === 0 && <NothingShown {...view} search={search} onShowAll={showAll} />}
              <div className="@container relative">
                {order.length > 0 && <PricesLine {...{ views, list }} />}
                <AuctionList
                  {...{ list, groups, rows, openId, detailBase, commands }}
                  view={shownView}
                  auctions={store}
                  selected={selection.selected}
                />
              </div>
              {isWide && pinned}
            </div>
            {isWide && (
              <div className="sticky top-20 flex flex-col gap-3">
                <LastMinute {...{ auctions, openedAt, detailBase }} />
                <PartBoundary part="The detail">
                  <DetailColumn detail={detail} onClose={view.item === null ? undefined : closeDetail} />
                </PartBoundary>
              </div>
            )}
          </div>
          {/* Of the whole page, so that it is in sight before the page is scrolled to the list. */}
          {!isWide && pinned}
        </>
      )}
      {isLoaded && isTourNeeded() && <DashboardTour isEmpty={isEmpty} hasSteps={hasSteps} />}
      <DashboardDialogs
        detail={isWide ? undefined : detail}
        onCloseDetail={closeDetail}
        groupId={view.group}
        onCloseGroup={() => show({ group: null })}
        addSheet={addSheet}
        actions={actions}
        bulk={bulk}
        selected={selectedAuctions}
        onCloseBulk={() => setBulk(null)}
        onBulkDone={selection.clear}
      />
    </>
  )

  function showAll() {
    setSearchText('')
    show({ filter: null, label: null }, { replace: true })
  }

  function removeSelected() {
    actions.remove(selectedAuctions)
    selection.clear()
  }
}

const isSameLabels = (one: readonly string[], other: readonly string[]) => one.join() === other.join()

export { DashboardPage as Component }

/** Reports that the user leaves the dashboard: coming back reads the auctions again. */
function useDashboardLeft() {
  useEffect(() => () => void emitCacheEvent('dashboard_left', { inPlace: true }), [])
}
