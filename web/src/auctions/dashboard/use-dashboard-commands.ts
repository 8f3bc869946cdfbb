import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { toastError } from '../../ui/overlays/toasts.tsx'
import { useKeyCommands } from '../keyboard/use-key-commands.ts'
import type { useSelection } from '../selection/use-selection.ts'
import { currentAuction, focusCard, focusedAuction } from '../tracked/auction-card.ts'
import { refreshMutation } from '../tracked/auction-queries.ts'
import type { TrackedAuction, AuctionCommands } from '../tracked/tracked-auction.ts'
import type { useUndoableActions } from '../undo/use-undoable-actions.ts'
import type { useDashboardView } from './use-dashboard-view.ts'

type DashboardState = {
  auctions: readonly TrackedAuction[]
  /** Ids of the auctions in the list, top to bottom. */
  order: readonly number[]
  /** Id of the auction that the user has opened. */
  opened: number | null
  show: ReturnType<typeof useDashboardView>['show']
  actions: ReturnType<typeof useUndoableActions>
  selection: ReturnType<typeof useSelection>
  field: RefObject<HTMLInputElement | null>
  isWide: boolean
}

/** The commands of the dashboard's cards, which are available by key as well. */
export function useDashboardCommands(page: DashboardState): AuctionCommands {
  const navigate = useNavigate()
  const { mutate: refresh } = useMutation(refreshMutation)
  const latest = useRef(page)
  useEffect(() => {
    latest.current = page
  })

  const { show } = page
  const { toggle } = page.selection
  const commands = useMemo(
    (): AuctionCommands => ({
      edit: (id) => show({ item: String(id), edit: '' }),
      note: (id) => show({ item: String(id), edit: 'note' }),
      cancel: (tracked) => latest.current.actions.cancel(tracked),
      remove: (auctions) => latest.current.actions.remove(auctions),
      refresh: (id) => refresh(id, { onError: (error) => toastError(messageOf(error)) }),
      select: toggle,
      openReceipt: (bidId) => void navigate(`/bid-history/${bidId}`),
    }),
    [show, toggle, refresh, navigate],
  )

  const focusField = () => page.field.current?.focus()
  /** Acts on the auction in focus, or else on the one in the detail; false without one. */
  const onCurrent = (act: (tracked: TrackedAuction) => void): boolean => {
    const tracked = page.auctions.find(({ auction }) => auction.id === (currentAuction() ?? page.opened))
    if (tracked) act(tracked)
    return tracked !== undefined
  }
  // The browser opens a focused link by Enter; `GlobalKeys` handles the others.
  useKeyCommands({
    add: focusField,
    search: focusField,
    next: () => step(page, 1),
    previous: () => step(page, -1),
    edit: () => onCurrent(({ auction }) => commands.edit(auction.id)),
    note: () => onCurrent(({ auction }) => commands.note(auction.id)),
    select: () => onCurrent(({ auction }) => commands.select(auction.id)),
    select_range: () => onCurrent(({ auction }) => page.selection.selectTo(auction.id, page.order)),
    remove: () => onCurrent((tracked) => commands.remove([tracked])),
  })

  return commands
}

/** Focuses the next or previous card; in a wide window the detail follows. */
function step({ order, show, isWide }: DashboardState, by: 1 | -1): boolean {
  const index = order.indexOf(focusedAuction() ?? -1)
  const id = index === -1 ? order[by === 1 ? 0 : order.length - 1] : order[index + by]
  if (id === undefined) return false
  focusCard(id)
  if (isWide) show({ item: String(id), edit: null }, { replace: true })
  return true
}
