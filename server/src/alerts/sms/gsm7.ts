/** The letters of GSM 03.38, each of which takes seven bits. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Those that take seven bits more. */
const EXTENDED = new Set('^{}\\[~]|€')
/** What looks or sounds alike, where taking the marks off is not enough. */
const ALIKE: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‹': '<',
  '›': '>',
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '•': '-',
  '·': '-',
  '×': 'x',
  '`': "'",
  '´': "'",
  ı: 'i',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  œ: 'oe',
  Œ: 'OE',
  þ: 'th',
  Þ: 'Th',
  ð: 'd',
  Ð: 'D',
  µ: 'u',
}

/** One text message holds so many septets of seven bits. */
export const SEGMENT_SEPTETS = 160

/** The same text in the letters of GSM 7 bit. A letter that has no likeness there is left out. */
export function toGsm7(text: string): string {
  const letters = Array.from(text.normalize('NFC'), (letter) => {
    if (isKnown(letter)) return letter
    const alike = ALIKE[letter] ?? letter.normalize('NFKD')
    return Array.from(alike).filter(isKnown).join('')
  })
  return letters.join('').replaceAll(/ {2,}/g, ' ').trim()
}

/** How much of a text message a text of these letters takes. */
export const septetsOf = (text: string): number =>
  Array.from(text).reduce((total, letter) => total + (EXTENDED.has(letter) ? 2 : 1), 0)

const isKnown = (letter: string) => BASIC.has(letter) || EXTENDED.has(letter)
