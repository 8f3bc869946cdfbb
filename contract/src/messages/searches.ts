import { SEARCH } from '../limits.ts'
import { formatCents } from '../money.ts'

/* What is said of searches with alerts. */

export const noWord = 'Enter at least one word'
export const tooLong = `A search has at most ${SEARCH.maxLength} characters`
export const openQuotation = 'Close the quotation mark: "50mm 1.8"'
export const alternatives = 'Put alternatives in parentheses: (ai|ais)'
export const onlyWithout = 'Add a word to look for: this only leaves things out'
export const oneLetter = (word: string): string => `A word needs two letters or digits: ${word}`
export const badPrice = 'Enter an amount of at least $0.01, such as 40'
export const tooManyHits = 'Add a word or a category'
export const tooManySearches = `You have ${SEARCH.perAccount} searches, which is the most. Remove one first.`
export const allTaken = `This installation watches ${SEARCH.inAll} searches, which is the most. Somebody has to remove one first.`
/** Of whom only the site's number is known. */
export const unnamedSeller = (id: string): string => `Seller ${id}`
export const notFound = 'There is no such search.'
export const isOff = 'Searches with alerts are off on this installation.'
/** `wait` is in words. */
export const refused = (site: string, wait: string): string =>
  `${site} refuses searches. Bidwell asks again in ${wait}. Bids and prices go on.`
export const notAnswered = (site: string): string => `${site} did not answer the search. Try again in a moment.`

/** `listed again; closed unsold at $9.99 on May 3`. `day` is in words. */
export const listedAgain = (before: { priceCents: number; bidCount: number; day: string }): string =>
  before.bidCount === 0
    ? `listed again; closed unsold at ${formatCents(before.priceCents)} on ${before.day}`
    : `listed again; one closed at ${formatCents(before.priceCents)} on ${before.day}`
