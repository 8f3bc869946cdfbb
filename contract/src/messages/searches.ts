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

const noHits = 'Nothing matches at present.'

export const page = {
  title: 'Searches',
  about: (site: string): string =>
    `Bidwell looks at ${site} for you, and tells you once of each new match. What is there at the first run is no news.`,
  /** Where none of the user's own auctions has these words. */
  lookAt: (site: string, words: string): string => `Look for “${words}” at ${site}`,
  make: 'New search',
  edit: 'Edit',
  remove: 'Remove',
  removeQuestion: (words: string): string => `Remove the search ${words}?`,
  removeText: 'Bidwell looks for it no more. The auctions that you track stay.',
  keep: 'Keep it',
  removed: 'Search removed',
  saved: 'Search saved',
  save: 'Save',
  tryIt: 'Try it',
  words: 'Words',
  wordsHint: 'Whole words, "a phrase", -without, (one|another)',
  price: 'Price up to',
  delivery: 'Delivery',
  deliveries: { any: 'Any', shipped: 'Shipped', pickup: 'Only to be picked up' },
  category: 'Category',
  seller: 'Seller',
  all: 'All',
  choicesHint: 'Try it to choose among the categories and sellers that it finds.',
  /** `Matches 7 of 40`. */
  matches: (matching: number, shown: number, found: number): string =>
    shown === 0
      ? noHits
      : `Matches ${matching} of ${found > shown ? `the ${shown} that end last, of ${found}` : shown}.`,
  tryAgain: 'The site is asked for something else by now: try it again.',
  notTried: 'The search could not be tried',
  notSaved: 'The search was not saved',
  notRemoved: 'The search was not removed',
  offline: 'You are offline, so nothing can be saved or tried.',
  firstRun: (when: string): string => `First run about ${when}.`,
  ran: (when: string): string => `Last run ${when}.`,
  runsNext: (when: string): string => `Next about ${when}.`,
  refusedTitle: 'Searches are refused',
  refusedText: (site: string, when: string): string =>
    `${site} refuses searches. Bidwell asks again about ${when}. Bids and prices go on.`,
  failures: {
    too_many: `It finds more than ${SEARCH.maxHits} items. ${tooManyHits}.`,
    site: 'The site did not answer the last run. The next one tries again.',
  },
  hits: (count: number): string => (count === 1 ? '1 match' : `${count} matches`),
  newHits: (count: number): string => `${count} new`,
  noHits,
  isNew: 'New',
  add: 'Track',
  isTracked: 'Tracked',
  added: 'Tracked',
  another: 'Tell me about another one',
} as const
