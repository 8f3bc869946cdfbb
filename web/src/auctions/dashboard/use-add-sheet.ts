import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { isTyping } from '../../ui/fields/is-typing.ts'
import { linesLeftOut, pastedItems, referencesToAdd } from '../add/item-references.ts'
import type { AfterAdding } from '../add/use-add-item.ts'
import { auctionCard } from '../tracked/auction-card.ts'
import type { DashboardView, useDashboardView } from './use-dashboard-view.ts'

type AddSheetInput = {
  view: DashboardView
  show: ReturnType<typeof useDashboardView>['show']
  isWide: boolean
  onClearSearch: () => void
}

/** Opens the add sheet for the references in the address or in a paste, and shows the auction that was added. */
export function useAddSheet({ view, show, isWide, onClearSearch }: AddSheetInput) {
  const scrollToAuction = useScrollToAuction()
  const references = useMemo(() => referencesToAdd(view.add), [view.add])
  const leftOut = useMemo(
    () => (pastedItems(view.add ?? '').length === 0 ? [] : linesLeftOut(view.add ?? '')),
    [view.add],
  )
  const open = useCallback((added: readonly string[]) => show({ add: added.join('\n') }), [show])
  usePasteAnywhere(open)

  /** Clears the filter so that the new card is listed. A narrow window shows its detail only where `then` asks for it. */
  const onDone = (id: number, then: AfterAdding) => {
    onClearSearch()
    const item = isWide || then !== 'list' ? String(id) : null
    show({ add: null, filter: null, label: null, item, edit: then === 'edit' ? '' : null }, { replace: true })
    scrollToAuction(id)
  }
  return { references, leftOut, open, onClose: () => show({ add: null }), onDone }
}

/** Scrolls to an auction's card as soon as it is in the list. */
function useScrollToAuction() {
  const pendingId = useRef<number | null>(null)
  useEffect(() => {
    if (pendingId.current === null) return
    const card = auctionCard(pendingId.current)
    if (!card) return
    pendingId.current = null
    // A closing dialog blocks scrolling and moves the focus until the next frame.
    requestAnimationFrame(() => card.scrollIntoView({ block: 'nearest' }))
  })
  return useCallback((id: number) => {
    pendingId.current = id
  }, [])
}

/** Calls back with the item links and numbers that are pasted outside of any field. */
function usePasteAnywhere(onItems: (references: readonly string[]) => void) {
  const receive = useEffectEvent(onItems)
  useEffect(() => {
    const listener = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return
      const items = pastedItems(event.clipboardData?.getData('text') ?? '')
      if (items.length === 0) return
      event.preventDefault()
      receive(items)
    }
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}
