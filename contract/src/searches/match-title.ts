import { SEARCH } from '../limits.ts'
import * as messages from '../messages/searches.ts'

/** A part of a search: one of its phrases must stand in a title, or none may. A word is a phrase of one word. */
type Term = { isWithout: boolean; phrases: readonly (readonly string[])[] }

/** A search that was read: `nikon "50mm 1.8" -broken (ai|ais)` has four terms. */
export type SearchTerms = readonly Term[]

/** Where a part of a title stands, in UTF-16 units: `[from, to)`. */
export type Span = readonly [from: number, to: number]

type Word = { word: string; span: Span }

/** Letters and digits, and the point of a number: `f/1.8` has the words `f` and `1.8`. */
const WORDS = /[\p{L}\p{M}\p{N}]+(?:(?<=\p{N})\.(?=\p{N})[\p{L}\p{M}\p{N}]+)*/gu

const wordsIn = (text: string): Word[] =>
  Array.from(text.matchAll(WORDS), ({ 0: word, index }) => ({ word, span: [index, index + word.length] }))

const phraseOf = (text: string): string[] => wordsIn(text).map(({ word }) => word.toLowerCase())

/** Without accents and case: `Étagère` is `etagere`. */
const folded = (word: string): string => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** `-` before a term, and then a phrase in quotation marks, alternatives in parentheses, or a word. */
const TERM = /(-?)(?:"([^"]*)"|\(([^()]*)\)|([^\s"()|]+))\s*/uy

const refuse = (fault: string) => ({ terms: null, fault })

/** Reads the text of a search. `fault` is the sentence for a text that breaks a rule. */
export function readSearchText(text: string): { terms: SearchTerms; fault: null } | { terms: null; fault: string } {
  if (text.length > SEARCH.maxLength) return refuse(messages.tooLong)
  const terms: Term[] = []
  const trimmed = text.trim()
  TERM.lastIndex = 0
  while (TERM.lastIndex < trimmed.length) {
    const at = TERM.lastIndex
    const [, minus, quoted, alternatives, word] = TERM.exec(trimmed) ?? []
    if (minus === undefined)
      return refuse(/^-?"/.test(trimmed.slice(at)) ? messages.openQuotation : messages.alternatives)
    const phrases = alternatives === undefined ? [quoted ?? word ?? ''] : alternatives.split('|')
    const read = phrases.map(phraseOf).filter((phrase) => phrase.length > 0)
    const short = read.find(([first = '', ...others]) => others.length === 0 && first.length < 2)
    if (short) return refuse(messages.oneLetter(short[0] ?? ''))
    // A sign that stands alone, such as the one in `black & decker`, is no word.
    if (read.length > 0) terms.push({ isWithout: minus === '-', phrases: read })
  }
  if (terms.length === 0) return refuse(messages.noWord)
  return terms.every(({ isWithout }) => isWithout) ? refuse(messages.onlyWithout) : { terms, fault: null }
}

/**
 * Whether a title has what a search asks for, by whole words: the parts of the title that match, in order, or null. `men` does
 * not stand in `Women’s coat`.
 */
export function matchTitle(terms: SearchTerms, title: string): Span[] | null {
  const words = wordsIn(title).map(({ word, span }) => ({ word: folded(word), span }))
  const spans: Span[] = []
  for (const { isWithout, phrases } of terms) {
    const found = phrases.flatMap((phrase) => placesOf(phrase.map(folded), words))
    if (isWithout === found.length > 0) return null
    spans.push(...found)
  }
  return spans.toSorted(([a], [b]) => a - b)
}

function placesOf(phrase: readonly string[], words: readonly Word[]): Span[] {
  return words.flatMap((_, at) => {
    const part = words.slice(at, at + phrase.length)
    const [first, last] = [part[0], part.at(-1)]
    const isHere = part.length === phrase.length && part.every(({ word }, place) => word === phrase[place])
    return isHere && first && last ? [[first.span[0], last.span[1]] as const] : []
  })
}

/**
 * What the site is asked for: each word that every match has, once and in a fixed order. The site finds a word also inside
 * others, and so finds more than `matchTitle` keeps.
 */
export function siteWordsOf(terms: SearchTerms): string[] {
  const needed = terms.flatMap(({ isWithout, phrases }) => (isWithout || phrases.length > 1 ? [] : (phrases[0] ?? [])))
  return [...new Set(needed.filter((word) => word.length > 1))].toSorted()
}
