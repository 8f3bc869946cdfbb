/** The proof of a receipt. Spans of time are formatted; `answeredAfter` is null without a clear answer. */
export const proof = (beforeClose: string, answeredAfter: string | null): string =>
  `Sent ${beforeClose}, ${answeredAfter === null ? 'no clear answer came' : `answered after ${answeredAfter}`}`

export const answered = (after: string): string => `Answered after ${after}`

/** Amounts are formatted. */
export const against = (price: string, max: string): string => `${price} of a max of ${max}`

export const print = 'Print or PDF'
export const share = 'Share image'

export const image = {
  title: 'An image to share',
  about: 'No account, no user name and no item number stand on it.',
  showPrices: 'Show the price and my max',
  noPicture: 'The site lets no other page copy its picture, so the image has none.',
  share: 'Share…',
  save: 'Save image',
  failed: 'The image could not be made.',
  notShared: (detail: string) => `The image could not be shared. ${detail}`,
} as const
