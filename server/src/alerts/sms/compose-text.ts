import type { Alert } from '../compose-alert.ts'
import { plainText } from '../tame-text.ts'

/** With the sender and the link, two segments: each is paid. */
const MAX_CHARACTERS = 200

/** An alert as a text message. The link is there as a whole, and nothing else is one: titles of auctions are untrusted. */
export function composeText({ title, text, path }: Alert, publicUrl: string): string {
  const unlinked = [title, text]
    .filter(Boolean)
    .join('. ')
    .replaceAll('://', ': //')
    .replaceAll(/\.(?=[\p{L}])/gu, '. ')
  return `Bidwell: ${plainText(unlinked, MAX_CHARACTERS)} ${publicUrl.replace(/\/$/, '')}${path}`
}

/** The code that proves a number. The last line lets phones fill it in, on this site alone. */
export const composeCode = (code: string, publicUrl: string): string =>
  `Bidwell code: ${code}. It works for 10 minutes; give it to nobody. Reply STOP for no more texts.\n\n@${new URL(publicUrl).hostname} #${code}`
