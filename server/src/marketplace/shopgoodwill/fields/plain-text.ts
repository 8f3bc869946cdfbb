const MAX_INPUT_LENGTH = 200_000
const HIDDEN = new Set(['script', 'style'])
const BREAKS = new Set(['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The site's HTML as plain text without tags, controls and direction overrides, at most `maxLength` UTF-16 units. */
export function plainText(html: string, maxLength: number): string {
  const text = withoutTags(html.slice(0, MAX_INPUT_LENGTH))
    .replaceAll(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,6}));/g, decodeEntity)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    // Controls, and the marks that reverse the direction of text.
    .replaceAll(/[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trimStart()
  return withoutLoneSurrogates(text.slice(0, maxLength)).trim()
}

/** As `plainText`, on one line. */
export const plainLine = (html: string, maxLength: number) => plainText(html, maxLength).replaceAll('\n', ' ')

/** Takes linear time for every input: one pass over the pieces between `<`. */
function withoutTags(html: string) {
  const [before = '', ...pieces] = html.split('<')
  let text = before
  let hiddenIn: string | null = null
  for (const piece of pieces) {
    const end = piece.indexOf('>')
    const [, slash, name = ''] = /^(\/?)([a-z][a-z0-9]*|!)/i.exec(piece) ?? []
    if (hiddenIn === null && (end === -1 || name === '')) {
      text += `<${piece}`
      continue
    }
    const tag = name.toLowerCase()
    if (hiddenIn !== null && (slash !== '/' || tag !== hiddenIn)) continue
    hiddenIn = hiddenIn === null && slash === '' && HIDDEN.has(tag) ? tag : null
    if (BREAKS.has(tag)) text += '\n'
    if (hiddenIn === null) text += piece.slice(end + 1)
  }
  return text
}

function decodeEntity(entity: string, decimal?: string, hex?: string, name?: string) {
  if (name !== undefined) return ENTITIES[name] ?? entity
  const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return point <= 0x10ffff ? String.fromCodePoint(point) : ''
}

/** Drops halves of surrogate pairs, which cutting may leave: JSON and PostgreSQL reject them. */
const withoutLoneSurrogates = (text: string) => text.toWellFormed().replaceAll('\ufffd', '')
