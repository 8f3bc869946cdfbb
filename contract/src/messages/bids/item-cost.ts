import { costIfWon, type ItemCost } from '../../auctions/item-cost.ts'
import { formatCents } from '../../money.ts'

const WHY_NO_SHIPPING = {
  not_told: 'The site gives no estimate of the shipping.',
  failed: 'The shipping could not be estimated now.',
} as const

/** `About $43.70 with $3.00 handling and $11.20 shipping, before tax.`; null where the site shows nothing that comes on top. */
export function ifYouWin(priceCents: number, cost: ItemCost): string | null {
  const { handlingCents, shippingCents, totalCents, isEstimate } = costIfWon(priceCents, cost)
  const handling = handlingCents ? `${formatCents(handlingCents)} handling` : ''
  const shipping = shippingCents ? `${formatCents(shippingCents)} shipping` : ''
  const onTop = [handling, shipping].filter(Boolean).join(' and ')
  if (totalCents !== null && onTop !== '') {
    return `${isEstimate ? 'About ' : ''}${formatCents(totalCents)} with ${onTop}, before tax.`
  }
  if (totalCents !== null || cost.basis === 'pickup') return null
  const why = cost.basis === 'not_told' || cost.basis === 'failed' ? ` ${WHY_NO_SHIPPING[cost.basis]}` : ''
  return shippingCents === null
    ? `Plus ${handling === '' ? '' : `${handling} and `}shipping, before tax.${why}`
    : `Plus ${[shipping, 'handling'].filter(Boolean).join(' and ')}, before tax.`
}

/** `In all: $29.50 + $3.00 handling + shipping about $11.20 = about $43.70, before tax.`, for an item that is won. */
export const won = (priceCents: number, cost: ItemCost) => `In all: ${inAll(priceCents, cost)}`

function inAll(priceCents: number, cost: ItemCost): string {
  const { handlingCents, shippingCents, totalCents, isEstimate } = costIfWon(priceCents, cost)
  const about = isEstimate ? 'about ' : ''
  const parts = [formatCents(priceCents)]
  if (handlingCents === null) parts.push('handling that the site does not show')
  else if (handlingCents > 0) parts.push(`${formatCents(handlingCents)} handling`)
  if (cost.basis === 'pickup') {
    const sum =
      handlingCents && totalCents !== null ? `${parts.join(' + ')} = ${formatCents(totalCents)}` : parts.join(' + ')
    return `${sum}, before tax. Pick-up only.`
  }
  if (shippingCents === null) {
    const why = cost.basis === 'not_told' || cost.basis === 'failed' ? ` ${WHY_NO_SHIPPING[cost.basis]}` : ''
    return `${parts.join(' + ')} + shipping, before tax.${why}`
  }
  const sum = [...parts, `shipping ${about}${formatCents(shippingCents)}`].join(' + ')
  return totalCents === null ? `${sum}, before tax.` : `${sum} = ${about}${formatCents(totalCents)}, before tax.`
}

export const addZip = 'Add your ZIP for shipping'
export const changeZip = 'Change the ZIP'
export const estimatedFor = (zip: string) => `Estimated by the site for ${zip}.`
export const zipInvalid = 'A ZIP code has five digits, such as 97201'
