import * as z from 'zod/mini'
import { type Endpoint, IdParams, NoData } from '../endpoint.ts'
import { FoundItem, NewSearch, SearchHit, WireSearch } from '../searches/search.ts'
import { SoldItem } from '../searches/sold.ts'

export const listSearches = {
  method: 'GET',
  path: '/searches',
  access: 'signed-in',
  scope: 'read',
  summary: 'The user’s searches with alerts, the oldest first, each with its runs',
  data: z.object({
    searches: z.array(WireSearch),
    /** Until when the site refuses searches; null while it answers. */
    refused_until: z.nullable(z.iso.datetime()),
  }),
} as const satisfies Endpoint

export const readSearch = {
  method: 'GET',
  path: '/searches/:id',
  access: 'signed-in',
  scope: 'read',
  summary: 'The open items that a search matches, the newest finds first',
  params: IdParams,
  data: z.object({ search: WireSearch, items: z.array(SearchHit) }),
} as const satisfies Endpoint

export const trySearch = {
  method: 'POST',
  path: '/searches/try',
  access: 'signed-in',
  scope: 'people',
  summary: 'Read the first page of what the site finds by a search, which is not kept',
  body: NewSearch,
  data: z.object({
    items: z.array(FoundItem),
    /** How many the site says that it finds. */
    found: z.int(),
  }),
} as const satisfies Endpoint

export const saveSearch = {
  method: 'POST',
  path: '/searches',
  access: 'signed-in',
  scope: 'people',
  summary: 'Keep a search, and be told of each new match after its first run',
  body: NewSearch,
  data: z.object({ search: WireSearch }),
} as const satisfies Endpoint

export const changeSearch = {
  method: 'PUT',
  path: '/searches/:id',
  access: 'signed-in',
  scope: 'people',
  summary: 'Change a search; when the site is asked for something else, its next run is silent again',
  params: IdParams,
  body: NewSearch,
  data: z.object({ search: WireSearch }),
} as const satisfies Endpoint

export const removeSearch = {
  method: 'DELETE',
  path: '/searches/:id',
  access: 'signed-in',
  scope: 'people',
  summary: 'Remove a search',
  params: IdParams,
  data: NoData,
} as const satisfies Endpoint

export const findSold = {
  method: 'GET',
  path: '/sold',
  access: 'signed-in',
  scope: 'people',
  summary:
    'What items with some words in their titles sold for in 90 days, by one page of the site’s search and by what was tracked',
  query: z.strictObject({ words: z.string() }),
  data: z.object({
    /** The latest close first. */
    items: z.array(SoldItem),
    /** When the site was read; what it showed is kept for seven days. */
    read_at: z.iso.datetime(),
    /** The site finds older ones, which were not read. */
    has_more: z.boolean(),
  }),
} as const satisfies Endpoint
