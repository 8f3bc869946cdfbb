import { Suspense, useRef, useState } from 'react'
import { lazyOptional } from '../../ui/lazy-optional.tsx'
import { isTourNeeded } from '../../tour/tour-completed.ts'
import { useIsWide } from '../../ui/use-media-query.ts'
import { auctionsQuery } from '../lot/auction-queries.ts'
import { itemOfBidIn } from '../lot/item-of-bid.ts'
import { isOver } from '../lot/lot-state.ts'
import { useLots } from '../lot/use-lots.ts'
import { useNowAtTransitions } from '../lot/use-now-at-transitions.ts'
import { useUndoableActions } from '../undo/use-undoable-actions.ts'
import { DashboardDialogs } from './DashboardDialogs.tsx'
import { DashboardHeader } from './DashboardHeader.tsx'
import { DashboardNotices } from './DashboardNotices.tsx'
import { DetailColumn } from './DetailColumn.tsx'
import { EmptyDashboard } from './EmptyDashboard.tsx'
import { FilterBar } from '../list/FilterBar.tsx'
import { LotList, LotListLoading } from '../list/LotList.tsx'
import { ResortButton } from '../list/ResortButton.tsx'
import { useAddSheet } from './use-add-sheet.ts'
import { useDashboardCommands } from './use-dashboard-commands.ts'
import { useDashboardView } from './use-dashboard-view.ts'
import { useInvalidateOnLeave } from './use-invalidate-on-leave.ts'
import { useLotList } from '../list/use-lot-list.ts'
import { useOpenLot } from './use-open-lot.ts'
import { useSelection } from '../selection/use-selection.ts'

const BulkBar = lazyOptional(async () => (await import('../selection/BulkBar.tsx')).BulkBar)
const NothingShown = lazyOptional(async () => (await import('../list/NothingShown.tsx')).NothingShown)
const DashboardTour = lazyOptional(async () => (await import('../../tour/guided-tour.ts')).DashboardTour)
const ResultsStrip = lazyOptional(async () => (await import('../../bids/results/ResultsStrip.tsx')).ResultsStrip)

/** The list of tracked auctions, and the detail of the open one. */
export function DashboardPage() {
  const { lots, auctions, bids, isLoaded, isEmpty } = useLots()
  const now = useNowAtTransitions(lots)
  const isWide = useIsWide()
  const { view, show, detailBase } = useDashboardView()
  const [searchText, setSearchText] = useState('')
  const [bulkOpen, setBulkOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const selection = useSelection()
  const actions = useUndoableActions()

  const { groups, movedCount, resort, order, search } = useLotList(lots, { ...view, search: searchText }, now, list)
  const { openId, detail } = useOpenLot({ lots, order, view, now, isWide, onCancelBid: actions.cancel })
  const addSheet = useAddSheet({ view, show, isWide, list, onClearSearch: () => setSearchText('') })
  const commands = useDashboardCommands({ lots, order, show, actions, selection, field, list, isWide })
  const selectedLots = lots.filter(({ auction }) => selection.selected.has(auction.id))
  const closeDetail = () => show({ item: null, edit: null })

  useInvalidateOnLeave(auctionsQuery.queryKey)

  return (
    <>
      <DashboardHeader
        openCount={auctions.data && lots.filter(({ auction }) => !isOver(auction, now)).length}
        paste={{ field, text: searchText, onText: setSearchText, onAdd: addSheet.open }}
      />
      <Suspense>
        <ResultsStrip itemOf={itemOfBidIn(lots)} />
      </Suspense>
      <DashboardNotices auctions={auctions} bids={bids} now={now} />
      {!isLoaded && !isEmpty && !auctions.error && <LotListLoading />}
      {isEmpty && <EmptyDashboard field={field} />}
      {isLoaded && lots.length > 0 && (
        <>
          <FilterBar
            lots={lots}
            now={now}
            filter={view.filter}
            sort={view.sort}
            onChange={(change) => show(change, { replace: true })}
          />
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22.5rem]">
            <div className="flex min-w-0 flex-col gap-3">
              {movedCount > 0 && <ResortButton movedCount={movedCount} onClick={resort} />}
              {order.length === 0 && (
                <Suspense>
                  <NothingShown filter={view.filter} search={search} onShowAll={showAll} />
                </Suspense>
              )}
              <LotList {...{ list, groups, lots, now, openId, detailBase, commands }} selected={selection.selected} />
              {selectedLots.length > 0 && (
                <Suspense>
                  <BulkBar
                    lots={selectedLots}
                    onEdit={() => setBulkOpen(true)}
                    onRemove={removeSelected}
                    onClear={selection.clear}
                  />
                </Suspense>
              )}
            </div>
            {isWide && <DetailColumn detail={detail} onClose={view.item === null ? undefined : closeDetail} />}
          </div>
        </>
      )}
      {isLoaded && isTourNeeded() && (
        <Suspense>
          <DashboardTour isEmpty={isEmpty} />
        </Suspense>
      )}
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
