import { useLocation } from 'react-router'
import { useSiteName } from '../../api/site-query.ts'
import type { LotDetailProps } from '../lot/LotDetail.tsx'
import { stateOf } from '../lot/lot-state.ts'
import type { Lot } from '../lot/lot.ts'
import type { DashboardView } from './use-dashboard-view.ts'
import { useStableSelection } from './use-stable-selection.ts'

type OpenLotInput = {
  lots: readonly Lot[]
  /** Ids of the lots in the list, top to bottom. */
  order: readonly number[]
  view: DashboardView
  now: number
  isWide: boolean
  onCancelBid: (lot: Lot) => void
}

/** The lot whose detail is open: the lot in the address; without it, in a wide window, the first of the list. */
export function useOpenLot({ lots, order, view, now, isWide, onCancelBid }: OpenLotInput) {
  const siteName = useSiteName()
  const { key: visit } = useLocation()
  const selected = useStableSelection(order)
  const openId = view.item ?? (isWide ? selected : null)
  const lot = lots.find(({ auction }) => auction.id === openId)
  const detail: LotDetailProps | undefined = lot && {
    lot,
    state: stateOf(lot, now),
    now,
    siteName,
    focusMax: view.edit ? visit : null,
    onCancelBid: () => onCancelBid(lot),
  }
  return { openId, detail }
}
