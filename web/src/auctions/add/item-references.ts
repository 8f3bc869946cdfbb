import { AUCTION } from '@bidwell/contract'

const BARE_NUMBER = new RegExp(`^\\d{${AUCTION.minIdDigits},18}$`)
const LINK_WITH_NUMBER = new RegExp(`^https?://\\S*\\d{${AUCTION.minIdDigits},}\\S*$`, 'i')

/** A link within a sentence, without what closes the sentence. */
const LINK_IN_TEXT = /https?:\/\/[^\s,;<>"']*[^\s,;<>"'.!?)\]]/gi

/** Of what is left out, only so much is named. */
const MOST_LEFT_OUT = 10
const LEFT_OUT_LENGTH = 60

/** Whether a line looks like an item's link or number. The server decides which sites it accepts. */
const isItemReference = (line: string): boolean =>
  line.length <= AUCTION.maxReferenceLength && (BARE_NUMBER.test(line) || LINK_WITH_NUMBER.test(line))

const linesOf = (text: string): string[] => text.split(/[\r\n]+/).map((line) => line.trim())

/**
 * The item links and numbers in a text, without repetitions, in order. A number counts in a line of nothing but links and numbers, a
 * link in any line.
 */
export const itemReferencesIn = (text: string): string[] => [...new Set(linesOf(text).flatMap(referencesInLine))]

/** The lines of a text that name no item. */
export const linesLeftOut = (text: string): string[] =>
  linesOf(text)
    .filter((line) => line !== '' && referencesInLine(line).length === 0)
    .slice(0, MOST_LEFT_OUT)
    .map((line) => (line.length > LEFT_OUT_LENGTH ? `${line.slice(0, LEFT_OUT_LENGTH)}…` : line))

/** What the address of the dashboard keeps of a pasted text: its references, and the lines that are left out. Empty without a reference. */
export function pastedItems(text: string): string[] {
  const references = itemReferencesIn(text)
  return references.length === 0 ? [] : [...references, ...linesLeftOut(text)]
}

function referencesInLine(line: string): string[] {
  const words = line.split(/[\s,;]+/).filter(Boolean)
  if (words.length > 1 && words.every(isItemReference)) return words
  return isItemReference(line) ? [line] : (line.match(LINK_IN_TEXT) ?? []).filter(isItemReference)
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
