import { AUCTION } from '@bidwell/contract'

const BARE_NUMBER = new RegExp(`^\\d{${AUCTION.minIdDigits},18}$`)
const LINK_WITH_NUMBER = new RegExp(`^https?://\\S*\\d{${AUCTION.minIdDigits},}\\S*$`, 'i')

/** Whether a line looks like an item of some site. Which site's items are taken is for the server to say. */
const isItemReference = (line: string): boolean =>
  line.length <= AUCTION.maxReferenceLength && (BARE_NUMBER.test(line) || LINK_WITH_NUMBER.test(line))

/** The item links and numbers in a text, one to a line, each once, in order. */
export function itemReferencesIn(text: string): string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  return [...new Set(lines.filter(isItemReference))]
}

/** What was handed over to be added. What does not look like an item goes through as it is, to be refused in words. */
export function referencesToAdd(handed: string | null): string[] {
  const text = handed?.trim() ?? ''
  const references = itemReferencesIn(text)
  return references.length > 0 || text === '' ? references : [text.slice(0, AUCTION.maxReferenceLength)]
}

/** The link in what another application shared, which may stand among words; else all of it. Phones leave `url` empty. */
export function sharedReference({ url, text, title }: Record<'url' | 'text' | 'title', string | null>): string {
  const link = /https?:\/\/\S+/.exec(`${text} ${title}`)?.[0]
  return url || link || text || ''
}
