import { AUCTION } from '@bidwell/contract'

const BARE_NUMBER = new RegExp(`^\\d{${AUCTION.minIdDigits},18}$`)
const LINK_WITH_NUMBER = new RegExp(`^https?://\\S*\\d{${AUCTION.minIdDigits},}\\S*$`, 'i')

/** Whether a line looks like an item of some site. Which site's items are taken is for the server to say. */
export const isItemReference = (line: string): boolean =>
  line.length <= AUCTION.maxReferenceLength && (BARE_NUMBER.test(line) || LINK_WITH_NUMBER.test(line))

/** The item links and numbers in a text, one to a line, each once, in order. */
export function itemReferencesIn(text: string): string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  return [...new Set(lines.filter(isItemReference))]
}
