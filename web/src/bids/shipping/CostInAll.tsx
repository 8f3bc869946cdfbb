import { api, messages } from '@bidwell/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'

const ZipDialog = lazyDialog(async () => (await import('./ZipDialog.tsx')).ZipDialog)

type CostInAllProps = {
  /** The site's item number. */
  auctionId: string
  priceCents: number
  isWon?: boolean
}

/**
 * What an item costs with handling and shipping, before tax; nothing until it is known. The ZIP code is typed in a dialog,
 * so that a typed maximum stays; the same button then changes it, so that the focus returns to it.
 */
export function CostInAll({ auctionId, priceCents, isWon = false }: CostInAllProps) {
  const { data: cost } = useQuery(itemCostQuery(auctionId))
  const [isTyping, setIsTyping] = useState(false)
  if (!cost) return null
  const { ifYouWin, won, addZip, changeZip, estimatedFor } = messages.itemCost
  return (
    <div className="text-small text-ink-2 tabular">
      {isWon ? won(priceCents, cost) : ifYouWin(priceCents, cost)}{' '}
      {cost.basis === 'estimated' && cost.zip !== null && `${estimatedFor(cost.zip)} `}
      {(cost.basis === 'no_zip' || cost.zip !== null) && (
        <button
          type="button"
          className="font-semibold text-accent underline underline-offset-4 print:hidden"
          onClick={() => setIsTyping(true)}
        >
          {cost.zip === null ? addZip : changeZip}
        </button>
      )}
      {isTyping && <ZipDialog onClose={() => setIsTyping(false)} />}
    </div>
  )
}

/** The server keeps each estimate; an estimate that failed is worth another try. */
const STALE_MS = 60_000

/** What an item costs besides its price, by the site's item number. */
const itemCostQuery = (auctionId: string) =>
  queryOptions({
    queryKey: [...KEYS.itemCost, auctionId],
    queryFn: async ({ signal }) => (await call(api.readItemCost, { query: { auction_id: auctionId }, signal })).data,
    staleTime: STALE_MS,
    retry: false,
  })
