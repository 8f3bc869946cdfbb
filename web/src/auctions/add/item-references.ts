import { AUCTION } from '@bidwell/contract'

const BARE_NUMBER = new RegExp(`^\\d{${AUCTION.minIdDigits},18}$`)
const LINK_WITH_NUMBER = new RegExp(`^https?://\\S*\\d{${AUCTION.minIdDigits},}\\S*$`, 'i')

/** Whether a line looks like an item's link or number. The server decides which sites it accepts. */
const isItemReference = (line: string): boolean =>
  line.length <= AUCTION.maxReferenceLength && (BARE_NUMBER.test(line) || LINK_WITH_NUMBER.test(line))

/**
 * The item links and numbers in a text with one per line, without repetitions, in order. A line of nothing but links and
 * numbers may have several: a field of one line joins what is pasted into it.
 */
export function itemReferencesIn(text: string): string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  return [...new Set(lines.flatMap(referencesInLine))]
}

function referencesInLine(line: string): string[] {
  const words = line.split(/[\s,;]+/).filter(Boolean)
  if (words.length > 1 && words.every(isItemReference)) return words
  return isItemReference(line) ? [line] : []
}

/** The references in the address. A text without any is passed on as it is, so that the server refuses it with a reason. */
export function referencesToAdd(parameter: string | null): string[] {
  const text = parameter?.trim() ?? ''
  const references = itemReferencesIn(text)
  return references.length > 0 || text === '' ? references : [text.slice(0, AUCTION.maxReferenceLength)]
}

/** The link in a text shared by another application, otherwise the whole text. Phones leave `url` empty. */
export function sharedReference({ url, text, title }: Record<'url' | 'text' | 'title', string | null>): string {
  const link = /https?:\/\/\S+/.exec(`${text} ${title}`)?.[0]
  return url || link || text || ''
}
