/** What would hide, reorder or break text: control and format characters, and separators of lines. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu
/** Joins the parts of one emoji. */
const JOINER = '\u200D'
/** Breaks a mention, a link or a tag, and is not seen. */
const BREAK = '\u200B'
const MARKUP: Readonly<Record<string, string>> = { '<': '‹', '>': '›' }

/** Untrusted text on one line, without characters that are not seen, cut at `max` characters. */
export function plainText(text: string, max: number): string {
  const seen = text.toWellFormed().replaceAll(UNSEEN, (character) => (character === JOINER ? character : ' '))
  // Marks that pile up would cover the lines around.
  const line = seen
    .replaceAll(/(\p{M}{2})\p{M}+/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length <= max
    ? line
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}

/**
 * Plain text in which no service finds a mention, a command, a link or a tag: they are broken by characters that are not
 * seen. For services that look for them in every text.
 */
export const inertText = (text: string, max: number): string =>
  plainText(text, max)
    .replaceAll(/[<>]/g, (sign) => MARKUP[sign] ?? '')
    .replaceAll(/[@＠#!](?=[\p{L}\p{N}_&])/gu, `$&${BREAK}`)
    .replaceAll(/(?<![\p{L}\p{N}])\/(?=[\p{L}\p{N}])/gu, `/${BREAK}`)
    .replaceAll(/:(?=\/\/|\p{L})/gu, `:${BREAK}`)
    .replaceAll(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, `.${BREAK}`)
