import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useSiteName } from '../../api/site-query.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { useOnline } from '../../api/use-online.ts'
import { Button } from '../../ui/Button.tsx'
import type { AfterAdding } from '../add/AddForm.tsx'
import { auctionsQuery } from '../lot/auction-queries.ts'
import { BulkBar } from './BulkBar.tsx'
import { DashboardNotices } from './DashboardNotices.tsx'
import { EmptyDashboard } from './EmptyDashboard.tsx'
import { FilterBar } from './FilterBar.tsx'
import { itemReferencesIn, referencesToAdd } from '../add/item-references.ts'
import { LotList, LotListLoading } from './LotList.tsx'
import { groupLots, FILTERS } from './lot-groups.ts'
import { isOver, stateOf } from '../lot/lot-state.ts'
import { PasteField } from '../add/PasteField.tsx'
import { useScrollToLot } from './use-scroll-to-lot.ts'
import { useDashboardCommands } from './use-dashboard-commands.ts'
import { useDashboardView } from './use-dashboard-view.ts'
import { useUndoableActions } from '../undo/use-undoable-actions.ts'
import { useLots } from '../lot/use-lots.ts'
import { useIsWide } from '../../ui/use-media-query.ts'
import { usePasteAnywhere } from '../add/use-paste-anywhere.ts'
import { usePrefetch } from './use-prefetch.ts'
import { useSelection } from './use-selection.ts'
import { useShownGroups } from './use-shown-groups.ts'
import { useInvalidateOnLeave } from './use-invalidate-on-leave.ts'
import { useStableSelection } from './use-stable-selection.ts'
import { useNowAtTransitions } from '../lot/use-now-at-transitions.ts'
import { OverlayLoading } from '../../ui/overlays/OverlayLoading.tsx'

const LotDetail = lazy(async () => ({ default: (await import('../lot/LotDetail.tsx')).LotDetail }))
const DetailSheet = lazy(async () => ({ default: (await import('./DetailSheet.tsx')).DetailSheet }))
const loadAddSheet = () => import('../add/AddSheet.tsx')
const AddSheet = lazy(async () => ({ default: (await loadAddSheet()).AddSheet }))
const BulkBidDialog = lazy(async () => ({ default: (await import('./BulkBidDialog.tsx')).BulkBidDialog }))
const UndoWarningDialog = lazy(async () => ({
  default: (await import('../undo/UndoWarningDialog.tsx')).UndoWarningDialog,
}))

export function DashboardPage() {
  const { lots, auctions, bids } = useLots()
  const now = useNowAtTransitions(lots)
  const siteName = useSiteName()
  const online = useOnline()
  const wide = useIsWide()
  const { view, show, detailBase } = useDashboardView()
  const { key: visit } = useLocation()
  const [words, setWords] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const selection = useSelection()
  const actions = useUndoableActions()

  const search = itemReferencesIn(words).length > 0 ? '' : words.trim()
  const wanted = useMemo(
    () => groupLots(lots, { filter: view.filter, sort: view.sort, words: search }, now),
    [lots, view.filter, view.sort, search, now],
  )
  const { shown, moved, resort } = useShownGroups(wanted, `${view.filter} ${view.sort} ${search}`, list)
  const order = useMemo(() => shown.flatMap((group) => group.lots), [shown])

  const besideList = useStableSelection(order)
  const openId = view.item ?? (wide ? besideList : null)
  const open = lots.find(({ auction }) => auction.id === openId)
  const chosen = lots.filter(({ auction }) => selection.selected.has(auction.id))
  const add = (references: readonly string[]) => show({ add: references.join('\n') })
  const toAdd = useMemo(() => referencesToAdd(view.add), [view.add])

  usePasteAnywhere(add)
  const scrollToLot = useScrollToLot(list)
  const { commands, bulk, setBulk } = useDashboardCommands({ lots, order, show, actions, selection, field, list })

  const isEmpty = auctions.data !== undefined && lots.length === 0
  // A list without its bids would say that there are none.
  const isRead = auctions.data !== undefined && (bids.data !== undefined || bids.error !== null)
  useEffect(() => {
    if (isEmpty) field.current?.focus()
  }, [isEmpty])
  usePrefetch(loadAddSheet)
  useInvalidateOnLeave(auctionsQuery.queryKey)

  const close = () => show({ item: null, edit: null })
  const detail = open && {
    lot: open,
    state: stateOf(open, now),
    now,
    siteName,
    focusMax: view.edit ? visit : null,
    onCancelBid: () => actions.cancel(open),
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="flex items-baseline gap-3">
          <PageTitle tab="Auctions">Auctions</PageTitle>
          {auctions.data && (
            <span className="text-lead text-ink-2 tabular">
              {lots.filter(({ auction }) => !isOver(auction, now)).length} open
            </span>
          )}
        </div>
        <PasteField field={field} words={words} onWords={setWords} onAdd={add} />
      </div>
      <DashboardNotices auctions={auctions} bids={bids} now={now} />
      {!isRead && !isEmpty && !auctions.error && <LotListLoading />}
      {isEmpty && <EmptyDashboard />}
      {isRead && lots.length > 0 && (
        <>
          <FilterBar
            lots={lots}
            now={now}
            filter={view.filter}
            sort={view.sort}
            onFilter={(filter) => show({ filter: filter === 'all' ? null : filter }, { replace: true })}
            onSort={(sort) => show({ sort: sort === 'ends_soonest' ? null : sort }, { replace: true })}
          />
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22.5rem]">
            <div className="flex min-w-0 flex-col gap-3">
              {moved > 0 && (
                // Takes no room, so that its coming moves nothing.
                <div className="sticky top-18 z-10 -mb-3 flex h-0 justify-center">
                  <Button size="dense" className="shadow-float" onClick={resort}>
                    {moved} moved · Re-sort
                  </Button>
                </div>
              )}
              {order.length === 0 && <NothingShown filter={view.filter} search={search} onAll={() => showAll()} />}
              <LotList
                list={list}
                groups={shown}
                lots={lots}
                now={now}
                siteName={siteName}
                openId={openId}
                selected={selection.selected}
                detailBase={detailBase}
                commands={commands}
              />
              {chosen.length > 0 && (
                <BulkBar
                  count={chosen.length}
                  whyNot={online ? null : 'You are offline, so nothing can be changed.'}
                  onEdit={() => setBulk(true)}
                  onRemove={() => {
                    actions.remove(chosen)
                    selection.clear()
                  }}
                  onClear={selection.clear}
                />
              )}
            </div>
            {wide && (
              <aside
                aria-label="Detail"
                className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-card border border-line bg-surface p-4"
              >
                <Suspense>
                  {detail && <LotDetail {...detail} onClose={view.item === null ? undefined : close} />}
                </Suspense>
              </aside>
            )}
          </div>
        </>
      )}
      <Suspense fallback={<OverlayLoading />}>
        {!wide && detail && <DetailSheet {...detail} onClose={close} />}
        {toAdd.length > 0 && (
          <AddSheet key={view.add} references={toAdd} onClose={() => show({ add: null })} onDone={showAdded} />
        )}
        {actions.question && <UndoWarningDialog question={actions.question} onAnswer={actions.answer} />}
        {bulk && <BulkBidDialog lots={chosen} onClose={() => setBulk(false)} onDone={selection.clear} />}
      </Suspense>
    </>
  )

  /** Its card, whatever was filtered by; where there is no room beside the list, the detail only if it was asked for. */
  function showAdded(id: number, then: AfterAdding) {
    setWords('')
    const item = wide || then !== 'list' ? String(id) : null
    show({ add: null, filter: null, item, edit: then === 'edit' ? '' : null }, { replace: true })
    scrollToLot(id)
  }

  function showAll() {
    setWords('')
    show({ filter: null }, { replace: true })
  }
}

type NothingShownProps = { filter: (typeof FILTERS)[number]['id']; search: string; onAll: () => void }

const NothingShown = ({ filter, search, onAll }: NothingShownProps) => (
  <output className="block py-6 text-ink-2">
    {search === '' ? FILTERS.find(({ id }) => id === filter)?.none : `No titles with “${search}”.`}{' '}
    <button type="button" className="min-h-11 font-semibold text-accent underline underline-offset-4" onClick={onAll}>
      Show all.
    </button>
  </output>
)
