/** The proof of a receipt. Spans of time are formatted; `answeredAfter` is null without a clear answer. */
export const proof = (beforeClose: string, answeredAfter: string | null): string =>
  `Sent ${beforeClose}, ${answeredAfter === null ? 'no clear answer came' : `answered after ${answeredAfter}`}`

export const everyStep = 'Every step'

export const print = 'Print or PDF'
