/** The sentences that tell an owner how a bid came out: toasts, the results strip, the screen reader. Amounts are formatted. */

type Named = { title: string; price: string | null }

/** `under`: how much of the maximum is left; null when nothing is, or when the price is unknown. */
export const won = ({ title, price, under }: Named & { under: string | null }): string => {
  if (price === null) return `Won: ${title}`
  return under === null ? `Won: ${title} for ${price}` : `Won: ${title} for ${price}, ${under} under your max`
}

/** `over`: by how much the price exceeds the maximum; null when it does not. `equal`: it came to the maximum exactly. */
export const lost = ({ title, price, over, equal }: Named & { over: string | null; equal: boolean }): string => {
  if (price === null) return `Lost: ${title}`
  const sold = `Lost: ${title} sold for ${price}`
  if (over !== null) return `${sold}, ${over} over your max`
  return equal ? `${sold}, to an equal bid that came first` : sold
}

export const notPlaced = (title: string): string => `Not placed: ${title}`
export const unknown = (title: string): string => `Result not known: ${title}`
export const outbid = (title: string): string => `Outbid: ${title}`
export const placed = (title: string): string => `Bid placed: ${title}`
export const placedTogether = (count: number): string => `${count} bids placed`

export type Counts = Record<'won' | 'lost' | 'outbid' | 'not_placed' | 'unknown', number>

/** `Won 3 for $39.96, lost 1, 1 outbid, 2 not placed`. `paid` is the sum of the known prices of the won auctions; null without one. */
export function together(counts: Counts, paid: string | null): string {
  const text = parts(counts, paid)
    .map((part) => part.text)
    .join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const AWAY = 'While you were away:'
/** After the number of those that were not placed: leads to the reasons. */
export const WHY = 'why'

/** One thing that came of the bids, as the strip says it. */
export type AwayPart = { kind: keyof Counts; text: string }

/** `won 4 for $39.96, saved $21.00 under your maxes`, `lost 1`, `2 not placed`. `saved` is as `paid`. */
export const awayParts = (counts: Counts, paid: string | null, saved: string | null): AwayPart[] =>
  parts(counts, paid).map(({ kind, text }) =>
    kind === 'won' && saved !== null
      ? { kind, text: `${text}, saved ${saved} under your ${counts.won === 1 ? 'max' : 'maxes'}` }
      : { kind, text },
  )

/** The same in one sentence, for the screen reader. */
export const whileAway = (counts: Counts, paid: string | null, saved: string | null): string =>
  `${AWAY} ${awayParts(counts, paid, saved)
    .map(({ text }) => text)
    .join(', ')}`

const parts = (counts: Counts, paid: string | null) =>
  (
    [
      { kind: 'won', text: `won ${counts.won}${paid === null ? '' : ` for ${paid}`}` },
      { kind: 'lost', text: `lost ${counts.lost}` },
      { kind: 'outbid', text: `${counts.outbid} outbid` },
      { kind: 'not_placed', text: `${counts.not_placed} not placed` },
      { kind: 'unknown', text: `${counts.unknown} not known` },
    ] satisfies AwayPart[]
  ).filter(({ kind }) => counts[kind] > 0)

/** Until further evidence makes a win of it. */
export const ledAtClose = 'You led when it closed. Confirming…'

/** `since` is a time of day; null when it is not known. */
export const checking = (site: string, since: string | null): string => {
  const checked = since === null ? 'We are checking it' : `We have been checking it since ${since}`
  return `Sent, but ${site} has not confirmed it. ${checked}, and go on until ${site} shows whether it counts.`
}
export const checkingResult = (since: string | null): string =>
  since === null ? 'Ended. We are checking the result.' : `Ended ${since}. We have been checking the result since.`
