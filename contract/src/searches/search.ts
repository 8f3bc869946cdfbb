import * as z from 'zod/mini'
import { amountFault } from '../bids/bid-rules.ts'
import * as messages from '../messages/searches.ts'
import { readSearchText } from './match-title.ts'

const SiteId = z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'must be a number of the site'))
const Name = z.string().check(z.maxLength(200))

/** A category or a seller: the site's number, and its name as a person reads it. */
export const SearchPlace = z.strictObject({ id: SiteId, name: Name })
export type SearchPlace = z.infer<typeof SearchPlace>

/** What a user looks for. Money is dollars. */
export const NewSearch = z.strictObject({
  /** Words, `"a phrase"`, `-without`, and alternatives: `(ai|ais)`. */
  words: z.string(),
  /** The highest current price. */
  max_price: z.nullable(z.number()),
  category: z.nullable(SearchPlace),
  seller: z.nullable(SearchPlace),
  /** `shipped`: the seller ships it. `pickup`: it is only to be picked up. */
  delivery: z.enum(['any', 'shipped', 'pickup']),
})
export type NewSearch = z.infer<typeof NewSearch>

/** What is wrong with a search, and in which field; null for nothing. The browser and the API apply it. */
export function searchFault({ words, max_price }: NewSearch): { field: 'words' | 'max_price'; fault: string } | null {
  const { fault } = readSearchText(words)
  if (fault !== null) return { field: 'words', fault }
  const isWrong = max_price !== null && (Number.isNaN(max_price) || amountFault(max_price) !== null)
  return isWrong ? { field: 'max_price', fault: messages.badPrice } : null
}

const Row = {
  /** The site's item number. */
  auction_id: z.string(),
  title: z.string(),
  item_url: z.string(),
  image_url: z.nullable(z.string()),
  category: z.nullable(SearchPlace),
  seller: SearchPlace,
  price: z.number(),
  bid_count: z.int(),
  ends_at: z.iso.datetime(),
}

/** An item that the site finds by the words that it is asked for. `matchTitle` says whether the whole search matches. */
export const FoundItem = z.object(Row)
export type FoundItem = z.infer<typeof FoundItem>

/** An open item that a search matches. */
export const SearchHit = z.object({
  ...Row,
  /** When a run first found it; null for what the first run found, of which nobody was told. */
  new_since: z.nullable(z.iso.datetime()),
  /** The same title of the same seller closed before. */
  listed_before: z.nullable(z.object({ price: z.number(), bid_count: z.int(), ended_at: z.iso.datetime() })),
  /** The user tracks it. */
  is_tracked: z.boolean(),
})
export type SearchHit = z.infer<typeof SearchHit>

/** A search as its user sees it. */
export const WireSearch = z.object({
  id: z.int(),
  ...NewSearch.shape,
  /** When a run last ended; null before the first one. */
  last_run_at: z.nullable(z.iso.datetime()),
  /** About when the next run begins; null while searches are off or refused. */
  next_run_at: z.nullable(z.iso.datetime()),
  /** How many open items match. */
  hits: z.int(),
  /** Those that were found since the first run. */
  new_hits: z.int(),
  /** Why the last run did not end: the site finds more than a run reads, or did not answer. */
  failure: z.nullable(z.enum(['too_many', 'site'])),
})
export type WireSearch = z.infer<typeof WireSearch>
