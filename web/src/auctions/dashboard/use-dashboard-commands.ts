import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { toastError } from '../../ui/overlays/toasts.tsx'
import type { Command } from '../keyboard/key-commands.ts'
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

  useKeyCommands((command) => {
    switch (command) {
      case 'add':
      case 'search':
        page.field.current?.focus()
        return true
      case 'next':
      case 'previous':
        return step(page, command === 'next' ? 1 : -1)
      case 'open':
      // The browser opens a focused link by Enter; `GlobalKeys` handles the others.
      case 'go_dashboard':
      case 'go_to_pay':
      case 'go_history':
      case 'go_settings':
      case 'help':
        return false
      case 'edit':
      case 'note':
      case 'select':
      case 'select_range':
      case 'remove':
        return actOnFocused(page, commands, command)
    }
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

/** Runs the command on the auction in focus, or else on the one in the detail; false without one. */
function actOnFocused(
  { auctions, order, selection, opened }: DashboardState,
  commands: AuctionCommands,
  command: Extract<Command, 'edit' | 'note' | 'select' | 'select_range' | 'remove'>,
): boolean {
  const tracked = auctions.find(({ auction }) => auction.id === (currentAuction() ?? opened))
  if (!tracked) return false
  const { id } = tracked.auction
  switch (command) {
    case 'edit':
      commands.edit(id)
      return true
    case 'note':
      commands.note(id)
      return true
    case 'select':
      commands.select(id)
      return true
    case 'select_range':
      selection.selectTo(id, order)
      return true
    case 'remove':
      commands.remove([tracked])
      return true
  }
}
