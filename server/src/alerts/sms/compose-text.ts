import type { Alert } from '../compose-alert.ts'
import { plainText } from '../tame-text.ts'
import { SEGMENT_SEPTETS, septetsOf, toGsm7 } from './gsm7.ts'

const SENDER = 'Bidwell: '
/** Of a title without a letter that a text message has. */
const UNREADABLE = 'news about an auction'
const MAX_CHARACTERS = 400
const CUT = '...'
/** Of a title, at least so much says which auction it is; a shorter one is left out. */
const LEAST_TITLE = 8

/**
 * An alert as one text message of 160 septets. The title of the auction is shortened first, then sentences are left out; an
 * amount or the link is there as a whole or not at all.
 */
export function composeText(alert: Alert, publicUrl: string): string {
  const { title, what } = splitTitle(readable(alert.title) || UNREADABLE)
  const link = toGsm7(`${publicUrl.replace(/\/$/, '')}${alert.path}`)
  const room = SEGMENT_SEPTETS - septetsOf(SENDER)
  const end = septetsOf(link) < room / 2 ? ` ${link}` : ''
  const short = cutAtWord(what, room - septetsOf(end))
  const left = room - septetsOf(end) - septetsOf(short)
  const head = headOf(title, left)
  const body = sentencesIn(readable(alert.text), left - septetsOf(head))
  return `${SENDER}${head}${short}${body}${end}`
}

/** The code that proves a number. The last line lets phones fill it in, on this site alone. */
export function composeCode(code: string, publicUrl: string): string {
  const text = `Bidwell code: ${code}. It works for 10 minutes; give it to nobody. Reply STOP for no more texts.`
  const bound = `${text}\n\n@${new URL(publicUrl).hostname} #${code}`
  return septetsOf(bound) <= SEGMENT_SEPTETS ? bound : text
}

/** In the letters of a text message, on one line, and without what a phone would make a link of. */
const readable = (text: string) =>
  toGsm7(plainText(text, MAX_CHARACTERS))
    .replaceAll('\n', ' ')
    .replaceAll('://', ': //')
    .replaceAll(/(?<=[^\s.])\.(?=[A-Za-z])/g, '. ')

/** What stands before the last colon is the auction's title, and behind it what happened. */
function splitTitle(whole: string): { title: string; what: string } {
  const at = whole.lastIndexOf(': ')
  return at < 0 ? { title: '', what: whole } : { title: whole.slice(0, at), what: whole.slice(at + 2) }
}

function headOf(title: string, room: number): string {
  const whole = title === '' ? '' : `${title}: `
  if (septetsOf(whole) <= room) return whole
  const cut = cutAtWord(title, room - septetsOf(': '))
  return cut.length < LEAST_TITLE ? '' : `${cut}: `
}

/** As many of the first sentences as fit, each as a whole. */
function sentencesIn(text: string, room: number): string {
  let fitting = ''
  for (const sentence of text.split(/(?<=[.!?]) /)) {
    const next = `${fitting === '' ? '. ' : `${fitting} `}${sentence}`
    if (sentence === '' || septetsOf(next) > room) break
    fitting = next
  }
  return fitting
}

/** Cut between words. A first word that is too long is cut where it must be. */
function cutAtWord(text: string, room: number): string {
  if (septetsOf(text) <= room) return text
  let kept = ''
  for (const word of text.split(' ')) {
    const next = kept === '' ? word : `${kept} ${word}`
    if (septetsOf(next) > room - CUT.length) break
    kept = next
  }
  if (kept !== '') return `${kept}${CUT}`
  const letters: string[] = []
  for (const letter of text) {
    if (septetsOf(letters.join('') + letter) > room - CUT.length) break
    letters.push(letter)
  }
  return room > CUT.length ? `${letters.join('')}${CUT}` : ''
}
