import * as z from 'zod/mini'
import { SOLD } from '../limits.ts'
import * as messages from '../messages/sold.ts'
import { readSearchText, type SearchTerms, siteWordsOf } from './match-title.ts'

/** An item that somebody bid on and that closed within 90 days. */
export const SoldItem = z.object({
  /** The site's item number. */
  auction_id: z.string(),
  title: z.string(),
  item_url: z.string(),
  /** The final price, dollars. */
  price: z.number(),
  ended_at: z.iso.datetime(),
})
export type SoldItem = z.infer<typeof SoldItem>

/**
 * Reads the text by which sold items are looked up, and says what the site is asked for. `fault` is the sentence for a text that breaks
 * a rule. The browser and the API apply it.
 */
export function readSoldText(
  text: string,
): { terms: SearchTerms; siteWords: string[]; fault: null } | { terms: null; siteWords: null; fault: string } {
  const read = readSearchText(text)
  if (read.fault !== null) return { ...read, siteWords: null }
  const siteWords = siteWordsOf(read.terms)
  if (siteWords.length === 0) return { terms: null, siteWords: null, fault: messages.onlyAlternatives }
  return { ...read, siteWords }
}

/**
 * Sums prices up; null below five. At least half of them stand from `lowerCents` to `upperCents`, both included: these are the prices
 * at the quarters of the order. `below` counts those under a maximum, and is null without one.
 */
export function describeSold(pricesCents: readonly number[], maxCents: number | null) {
  const count = pricesCents.length
  const sorted = pricesCents.toSorted((a, b) => a - b)
  const lowerCents = sorted[Math.floor((count - 1) / 4)]
  const upperCents = sorted[Math.ceil(((count - 1) * 3) / 4)]
  if (count < SOLD.fewest || lowerCents === undefined || upperCents === undefined) return null
  const below = maxCents === null ? null : pricesCents.filter((cents) => cents < maxCents).length
  return { count, lowerCents, upperCents, below }
}
