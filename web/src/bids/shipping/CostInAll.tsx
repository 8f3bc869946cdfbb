import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { itemCostQuery } from './item-cost-query.ts'
import { ZipButton } from './ZipButton.tsx'

type CostInAllProps = {
  /** The site's item number. */
  auctionId: string
  priceCents: number
  isWon?: boolean
}

/** What an item costs with handling and shipping, before tax; nothing until it is known, or while nothing comes on top. */
export function CostInAll({ auctionId, priceCents, isWon = false }: CostInAllProps) {
  const { data: cost } = useQuery(itemCostQuery(auctionId))
  if (!cost) return null
  const { ifYouWin, won, estimatedFor } = messages.itemCost
  const text = isWon ? won(priceCents, cost) : ifYouWin(priceCents, cost)
  if (text === null) return null
  return (
    <div className="text-small text-ink-2 tabular">
      {text} {isWon && cost.basis === 'estimated' && cost.zip !== null && `${estimatedFor(cost.zip)} `}
      {(cost.basis === 'no_zip' || cost.zip !== null) && (
        <ZipButton zip={cost.zip} className="text-link print:hidden" />
      )}
    </div>
  )
}
