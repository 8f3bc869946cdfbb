import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { itemCostQuery } from './item-cost-query.ts'

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
