import { SOLD } from '../limits.ts'
import { formatCents } from '../money.ts'

/* What is said of items that sold. */

export const show = 'What similar ones sold for'
export const words = 'Words in the title'
export const hint = '"a phrase", -without, (either|or)'
export const lookUp = 'Look up'
export const onlyAlternatives = 'Add a word that each title has: this has only alternatives'
export const none = `Nothing with these words sold in the last ${SOLD.days} days.`
/** `when` is in words. */
export const readAt = (site: string, when: string): string =>
  `What ${site} showed on ${when}, and what was tracked here.`
export const hasMore = 'There are older ones. A further word finds closer ones.'
/** `wait` is in words. */
export const usedUp = (wait: string): string =>
  `You have used up your ${SOLD.perDay} look-ups, which come back over a day: the next is possible in ${wait}. What anybody looked up within seven days still opens.`

type Sold = { count: number; lowerCents: number; upperCents: number; below: number | null }

/** `maxCents` is the maximum that `below` is about. */
export function summary({ count, lowerCents, upperCents, below }: Sold, maxCents: number | null): string {
  const [lower, upper] = [lowerCents, upperCents].map(formatCents)
  const half = lower === upper ? `half at ${lower}` : `half between ${lower} and ${upper}`
  if (below === null || maxCents === null) return `Of ${count} sold, ${half}.`
  const hidden = below === 0 ? '' : ' (what their winners would have paid is hidden)'
  return `Of ${count} sold, ${half}; ${below} below your ${formatCents(maxCents)}${hidden}.`
}
