import type { FormAction } from '@bidwell/contract'

type AuctionForm = {
  name: string
  /** The site's number of the auction; several are separated by commas. */
  auctionId: string
  title?: string
  /** What the form is for, once it is in use: typed values of other forms are nobody's unfinished work. */
  action: FormAction | null
}

/**
 * The attributes of a form about an auction. When the session ends, they say what the user was doing, and keep what was
 * typed from returning into another auction's form.
 */
export const auctionForm = ({ name, auctionId, title, action }: AuctionForm) => ({
  name,
  'data-auction': auctionId,
  'data-auction-title': title,
  'data-action': action ?? undefined,
})
