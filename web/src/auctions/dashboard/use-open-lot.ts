import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { useSiteName } from '../../api/site-query.ts'
import type { LotDetailProps } from '../lot/LotDetail.tsx'
import type { LotCommands } from '../lot/lot-commands.ts'
import type { LotView } from '../lot/lot-view.ts'
import type { DashboardView } from './use-dashboard-view.ts'
import { useStableSelection } from './use-stable-selection.ts'

type OpenLotInput = {
  views: readonly LotView[]
  /** Ids of the lots in the list, top to bottom. */
  order: readonly number[]
  view: DashboardView
  isWide: boolean
  commands: LotCommands
}

/** The lot whose detail is open: the lot in the address; without it, in a wide window, the first of the list. */
export function useOpenLot({ views, order, view, isWide, commands }: OpenLotInput) {
  const siteName = useSiteName()
  const { key: visit } = useLocation()
  const selected = useStableSelection(order)
  const openId = view.item ?? (isWide ? selected : null)
  const open = views.find(({ lot }) => lot.auction.id === openId)
  const focusMax = view.edit ? visit : null
  const detail = useMemo((): LotDetailProps | undefined => {
    if (open === undefined) return undefined
    const { lot, state, now } = open
    return { lot, state, now, siteName, focusMax, onCancelBid: () => commands.cancel(lot) }
  }, [open, siteName, focusMax, commands])
  return { openId, detail }
}
