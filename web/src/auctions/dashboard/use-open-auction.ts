import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useSiteName } from '../../api/installation-queries.ts'
import type { AuctionDetailProps } from '../detail/AuctionDetail.tsx'
import type { AuctionView } from '../tracked/auction-view.ts'
import type { AuctionCommands } from '../tracked/tracked-auction.ts'
import type { DashboardView, useDashboardView } from './use-dashboard-view.ts'

/** What the detail is drawn from. */
export type OpenAuction = Omit<AuctionDetailProps, 'notes'> & {
  /** Each new value focuses the labels. */ focusNote: string | null
}

type OpenAuctionInput = {
  views: readonly AuctionView[]
  isLatest: boolean
  /** Ids of the auctions in the list, top to bottom. */
  order: readonly number[]
  view: DashboardView
  /** The filter, sort and search that `order` is of. */
  shownView: string
  show: ReturnType<typeof useDashboardView>['show']
  isWide: boolean
  commands: AuctionCommands
}

/** The auction whose detail is open: the auction in the address; without it, in a wide window, the first of the list. */
export function useOpenAuction({ views, isLatest, order, view, shownView, show, isWide, commands }: OpenAuctionInput) {
  const siteName = useSiteName()
  const { key: visit } = useLocation()
  const selected = useStableSelection(order)
  const lastView = useRef(shownView)
  useEffect(() => {
    if (lastView.current === shownView) return
    lastView.current = shownView
    const isHidden = view.item !== null && !order.includes(view.item)
    // Beside a list without it, an auction would be taken for another.
    if (isHidden && isWide) show({ item: null, edit: null }, { replace: true })
  }, [shownView, order, view.item, isWide, show])
  const openId = view.item ?? (isWide ? selected : null)
  const open = views.find(({ tracked }) => tracked.auction.id === openId)
  const focusMax = view.edit === 'bid' ? visit : null
  const focusNote = view.edit === 'note' ? visit : null
  const detail = useMemo((): OpenAuction | undefined => {
    if (open === undefined) return undefined
    const { tracked, state, now } = open
    const on = {
      onCancelBid: () => commands.cancel(tracked),
      onOpenGroup: (id: number) => show({ group: String(id) }),
    }
    return { tracked, state, now, isLatest, siteName, focusMax, focusNote, ...on }
  }, [open, isLatest, siteName, focusMax, focusNote, commands, show])
  return { openId, detail }
}

/**
 * The first auction of the list; it stays selected for as long as it is listed, so that the detail beside the list never
 * changes to another auction while the user works in it.
 */
function useStableSelection(order: readonly number[]): number | null {
  const [selected, setSelected] = useState<number | null>(null)
  const next = selected !== null && order.includes(selected) ? selected : (order[0] ?? null)
  if (next !== selected) setSelected(next)
  return next
}
