import { useMutation } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef, useState, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { toastError } from '../../ui/toasts/toasts.tsx'
import { readAgainMutation } from '../lot/auction-queries.ts'
import { focusedLot } from '../keyboard/current-lot.ts'
import type { Command } from '../keyboard/key-commands.ts'
import type { LotCommands } from '../lot/lot-commands.ts'
import type { Lot } from '../lot/lot.ts'
import type { useDashboardView } from './use-dashboard-view.ts'
import { useKeyCommands } from '../keyboard/use-key-commands.ts'
import type { useUndoableActions } from '../undo/use-undoable-actions.ts'
import type { useSelection } from '../selection/use-selection.ts'

type Page = {
  lots: readonly Lot[]
  /** The ids as shown, top to bottom. */
  order: readonly number[]
  show: ReturnType<typeof useDashboardView>['show']
  actions: ReturnType<typeof useUndoableActions>
  selection: ReturnType<typeof useSelection>
  field: RefObject<HTMLInputElement | null>
  list: RefObject<HTMLElement | null>
}

/** What can be done on the dashboard, from a card or by a key, and whether bids are being changed together. */
export function useDashboardCommands(page: Page) {
  const navigate = useNavigate()
  const [bulk, setBulk] = useState(false)
  const { mutate: readAgain } = useMutation(readAgainMutation)
  const latest = useRef(page)
  useEffect(() => {
    latest.current = page
  })

  const { show } = page
  const { toggle } = page.selection
  const commands = useMemo(
    (): LotCommands => ({
      edit: (id) => show({ item: String(id), edit: '' }),
      cancel: (lot) => latest.current.actions.cancel(lot),
      remove: (lots) => latest.current.actions.remove(lots),
      readAgain: (id) => readAgain(id, { onError: (error) => toastError(messageOf(error)) }),
      select: toggle,
      openReceipt: (bidId) => void navigate(`/bid-history/${bidId}`),
    }),
    [show, toggle, readAgain, navigate],
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
      // The focused title is a link, which Enter opens by itself; the rest is for every page.
      case 'go_dashboard':
      case 'go_history':
      case 'go_settings':
      case 'help':
        return false
      case 'edit':
      case 'select':
      case 'select_range':
      case 'remove':
        return actOnFocused(page, commands, command)
    }
  })

  return { commands, bulk, setBulk }
}

/** Moves the focus through the list; where there is room, the detail goes along. */
function step({ order, list, show }: Page, by: 1 | -1): boolean {
  const from = order.indexOf(focusedLot() ?? -1)
  const id = from === -1 ? order[by === 1 ? 0 : order.length - 1] : order[from + by]
  if (id === undefined) return false
  list.current?.querySelector<HTMLElement>(`[data-lot="${id}"] h3 a`)?.focus()
  if (matchMedia('(min-width: 62.5rem)').matches) show({ item: String(id), edit: null }, { replace: true })
  return true
}

function actOnFocused(
  { lots, order, selection }: Page,
  commands: LotCommands,
  command: Extract<Command, 'edit' | 'select' | 'select_range' | 'remove'>,
): boolean {
  const lot = lots.find(({ auction }) => auction.id === focusedLot())
  if (!lot) return false
  const { id } = lot.auction
  switch (command) {
    case 'edit':
      commands.edit(id)
      return true
    case 'select':
      commands.select(id)
      return true
    case 'select_range':
      selection.selectTo(id, order)
      return true
    case 'remove':
      commands.remove([lot])
      return true
  }
}
