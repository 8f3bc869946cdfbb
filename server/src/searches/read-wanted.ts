import { centsFromDollars, messages, type NewSearch, readSearchText, searchFault, siteWordsOf } from '@bidwell/contract'
import type { SiteSearch } from '../marketplace/marketplace.ts'
import { fieldError } from '../platform/errors.ts'

/** What the site is asked for by a search. Throws `rule_broken` with the field and the sentence. */
export function readWanted(input: NewSearch): Omit<SiteSearch, 'page'> {
  const { terms } = readSearchText(input.words)
  const fault = searchFault(input)
  if (fault !== null || terms === null)
    throw fieldError(fault?.field ?? 'words', fault?.fault ?? messages.search.noWord)
  const { max_price, category, seller, delivery } = input
  return {
    words: siteWordsOf(terms),
    maxPriceCents: max_price === null ? null : centsFromDollars(max_price),
    categoryId: category?.id ?? null,
    sellerId: seller?.id ?? null,
    delivery,
    among: 'open',
  }
}
