import { matchTitle, readSearchText } from '@bidwell/contract'
import type { FoundRow, SearchRow } from './search-queries.ts'

/** Those of some items whose titles a search matches. */
export function matchingItems({ words }: Pick<SearchRow, 'words'>, items: readonly FoundRow[]): FoundRow[] {
  const { terms } = readSearchText(words)
  return terms === null ? [] : items.filter(({ title }) => matchTitle(terms, title) !== null)
}
