import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { SoldItem } from '../searches/sold.ts'

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
