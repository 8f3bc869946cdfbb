import { historyResultOf, messages, type Receipt } from '@bidwell/contract'
import { formatDollars } from '../../ui/money.ts'
import { answeredAfterText, beforeClose } from './receipt-lines.ts'

/** What stands on the image of a receipt: nothing that names its owner. `share` is how much of the maximum the price took, at most 1. */
export type ShareCard = {
  title: string
  result: string
  isWon: boolean
  price: { text: string; share: number } | null
  sent: string
  answered: string | null
}

/** The card of a bid that was sent and has its result; null for any other. */
export function shareCardOf(receipt: Receipt, showsPrices: boolean): ShareCard | null {
  const { bid, sent_before_end_ms: beforeEndMs } = receipt
  if (beforeEndMs === null || receipt.settled_at === null) return null
  const answered = answeredAfterText(receipt)
  return {
    // The site's text: of line breaks and invisible characters, an image shows nothing good.
    title: bid.title.replace(/[\p{C}\s]+/gu, ' ').trim(),
    result: messages.history.results[historyResultOf(bid)],
    isWon: bid.status === 'won',
    price:
      showsPrices && bid.final_price !== null
        ? {
            text: messages.receipt.against(formatDollars(bid.final_price), formatDollars(bid.max_bid)),
            share: Math.min(1, bid.final_price / bid.max_bid),
          }
        : null,
    sent: `Sent ${beforeClose(beforeEndMs)}`,
    answered: answered === null ? null : messages.receipt.answered(answered),
  }
}

/** The card in words, for those who do not see it. */
export const cardText = ({ title, result, price, sent, answered }: ShareCard): string =>
  [result, title, price?.text, sent, answered].filter((text) => text !== undefined && text !== null).join('. ')
