import { plainLine } from '../fields/plain-text.ts'

const MAX_LENGTH = 1_500
const MAX_DEPTH = 6
const MAX_MESSAGE_LENGTH = 200

/** A longer name, or one with more digits, may be a value. */
const FIELD_NAME = /^[A-Za-z_]{1,40}\d?$/
/** The fields that say what became of a call. Of others, the type alone is kept. */
const TELLING = /^(?:\w*message|\w*error\w*|\w*status|\w*result|code|\w*reason|type)$/i
/** A word with a capital may be a name. */
const CAPITALS =
  'A|All|An|Auction|Bid|Bids|Closed|Error|Failed|Invalid|Item|Maximum|Minimum|No|Not|Ok|Open|Please|Sorry|Success|The|This|Unable|You|Your'
const SAFE_WORD = new RegExp(String.raw`^(?:[a-z]{1,12}|[a-z]{1,6}'[a-z]{1,2}|${CAPITALS})[.,;:!?]*$`)
/** After these words, the next one may be a name in small letters. */
const BEFORE_A_NAME = /\b(user|username|name|login|bidder|buyer|by|from|dear|hello|hi)\b\W+\S+/gi

/**
 * The form of an answer of the site, for others to read: the fields' names and types. Of the fields that say what became of the
 * call, short words and small codes are kept. An asterisk stands for numbers, names, tokens and addresses. Pure.
 */
export const shapeOf = (call: string, reply: unknown): string =>
  `${call}: ${JSON.stringify(formOf(reply))}`.slice(0, MAX_LENGTH)

function formOf(value: unknown, name = '', depth = 0): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return TELLING.test(name) && isCode(value) ? value : 'number'
  if (typeof value === 'string') return TELLING.test(name) ? wordsOf(value) : 'text'
  if (depth === MAX_DEPTH) return '*'
  if (Array.isArray(value)) return value.slice(0, 1).map((first) => formOf(first, '', depth + 1))
  const fields = Object.entries(value as object).filter(([field]) => FIELD_NAME.test(field))
  return Object.fromEntries(fields.map(([field, content]) => [field, formOf(content, field, depth + 1)]))
}

const isCode = (value: number) => Number.isInteger(value) && Math.abs(value) < 1_000

const wordsOf = (text: string): string =>
  plainLine(text, MAX_MESSAGE_LENGTH)
    .replaceAll(BEFORE_A_NAME, '$1 *')
    .replaceAll(/\S+/g, (word) => (SAFE_WORD.test(word) ? word : '*'))
    .replaceAll(/\*(?: \*)+/g, '*')
