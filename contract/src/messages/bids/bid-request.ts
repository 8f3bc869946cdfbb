import { BID_REQUEST } from '../../bids/bid-request.ts'

/* Bids for which programs ask their owner. Amounts are formatted. The title is untrusted text, and stands apart from these sentences. */

export const section = 'Waiting for your tap'
export const sectionText = `Nothing is scheduled without it. What you do not answer ends by itself ${BID_REQUEST.endsBeforeMs / 1_000} seconds before the close.`

type Asked = { token: string; maximum: string; seconds: number }

export const asks = ({ token, maximum, seconds }: Asked): string =>
  `API token “${token}” asks to bid up to ${maximum}, ${seconds} s before the close.`
/** What the owner compares it with. `scheduled` is the maximum of the bid that stands. */
export const standing = ({ price, scheduled }: { price: string; scheduled: string | null }): string =>
  scheduled === null
    ? `The price is ${price}.`
    : `The price is ${price}, and your bid of up to ${scheduled} is scheduled.`
export const farAbovePrice = 'The amount is more than three times the price.'
export const schedule = (maximum: string): string => `Bid up to ${maximum}`
export const refuse = 'Refuse'
export const scheduled = (maximum: string): string => `Your bid of up to ${maximum} is scheduled`
export const refused = 'Refused: this API token asks for no other bid on this auction'

export const notFound = 'There is no such request. Its API token may have been revoked.'
export const answered = 'This request was answered already, or ended.'
export const changed = 'The program asks for something else by now. Look at it again.'
export const highEnough = 'A bid as high is scheduled on this auction already.'
