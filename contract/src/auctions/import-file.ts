import { GROUP } from '../bids/bid-group.ts'
import { amountFault } from '../bids/bid-rules.ts'
import * as messages from '../messages/importing.ts'
import { unguardFormulas } from './guard-formulas.ts'
import { importLineFault, type NewImportLine } from './imports.ts'

const FIELDS = [
  'link',
  'max',
  'seconds',
  'note',
  'group',
  'delivered',
  'allowance',
  'pickup',
  'wins',
  'budget',
] as const
type Field = (typeof FIELDS)[number]

/** One auction of a file, as text; '' for what it leaves out. */
export type ImportRecord = { line: number } & { [F in Field]: string }

/** The names of columns and members, without capitals and underscores. */
const NAMES = new Map<string, Field>(
  Object.entries({
    link: 'link',
    url: 'link',
    item: 'link',
    'item number': 'link',
    'item url': 'link',
    'auction id': 'link',
    max: 'max',
    maximum: 'max',
    'max bid': 'max',
    'your max': 'max',
    seconds: 'seconds',
    lead: 'seconds',
    'seconds before end': 'seconds',
    note: 'note',
    notes: 'note',
    group: 'group',
    delivered: 'delivered',
    'delivered price': 'delivered',
    'all in': 'delivered',
    allowance: 'allowance',
    pickup: 'pickup',
    'pick up': 'pickup',
    wins: 'wins',
    'most wins': 'wins',
    budget: 'budget',
  } as const),
)
const fieldOf = (name: string): Field | undefined => NAMES.get(name.trim().toLowerCase().replaceAll('_', ' '))

type Options = {
  bom: true
  delimiter: string
  relax_column_count: true
  skip_empty_lines: true
  trim: true
  on_record: (record: string[], context: { lines: number }) => string[]
}

/** `parse` of the package `csv-parse`, which is another file for browsers than for Node. */
export type ParseCsv = (text: string, options: Options) => string[][]

/** Reads a CSV file with or without a row of names, or a JSON file with a list of objects. Throws for a text that is neither. */
export const readImportFile = (text: string, parse: ParseCsv): ImportRecord[] =>
  /^\s*[[{]/.test(text) ? recordsOfJson(text) : recordsOfCsv(text, parse)

/** `sep=;`: the first line of files for Excel. Its line break stays, for the numbers of the lines. */
const NAMED_SEPARATOR = /^\u{feff}?sep=([,;\t])(?=[\r\n])/iu

/**
 * The separator of a file's columns: the one that splits its first line into the most known names, or else the first that stands
 * outside quotes. The others are text: a note has semicolons, and an amount commas.
 */
function separatorOf(text: string): string {
  const first = /^\s*(.*)/.exec(text)?.[1]?.replaceAll('"', '') ?? ''
  const [most, next] = [',', ';', '\t']
    .map((separator) => ({ separator, names: first.split(separator).filter(fieldOf).length }))
    .toSorted((a, b) => b.names - a.names)
  if (most && next && most.names > next.names) return most.separator
  return /[,;\t]/.exec(text.replaceAll(/"[^"]*"/g, ''))?.[0] ?? ','
}

function recordsOfCsv(text: string, parse: ParseCsv): ImportRecord[] {
  const lines: number[] = []
  const rows = parse(text.replace(NAMED_SEPARATOR, ''), {
    bom: true,
    delimiter: NAMED_SEPARATOR.exec(text)?.[1] ?? separatorOf(text),
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    on_record: (record, { lines: line }) => {
      lines.push(line)
      return record
    },
  })
  const names = rows[0]?.map(fieldOf) ?? []
  const hasNames = names.includes('link')
  const columns = hasNames ? names : FIELDS
  const records = rows.map((row, index) =>
    recordOf(
      lines[index] ?? 0,
      columns.map((field, place) => {
        const text = row[place] ?? ''
        return [field, field === 'note' || field === 'group' ? unguardFormulas(text) : text]
      }),
    ),
  )
  return hasNames ? records.slice(1) : records
}

function recordsOfJson(text: string): ImportRecord[] {
  const value: unknown = JSON.parse(text)
  const list: unknown = Array.isArray(value) ? value : (value as { auctions?: unknown }).auctions
  if (!Array.isArray(list)) throw new TypeError('No list')
  return list.map((entry: unknown, index) =>
    recordOf(
      index + 1,
      typeof entry === 'object' && entry !== null
        ? Object.entries(entry).map(([name, each]) => [fieldOf(name), each])
        : [['link', entry]],
    ),
  )
}

function recordOf(line: number, values: readonly (readonly [Field | undefined, unknown])[]): ImportRecord {
  const blank = { delivered: '', allowance: '', pickup: '', wins: '', budget: '' }
  const record = { line, link: '', max: '', seconds: '', note: '', group: '', ...blank }
  for (const [field, value] of values) if (field) record[field] = textOf(value)
  for (const field of ['max', 'delivered', 'allowance', 'budget'] as const)
    record[field] = record[field].replace(/^\$\s*/, '')
  return record
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

const SENT = { pickup: false, no_handling: false }
const COLLECTED = { pickup: true, no_handling: false }
/** By the text of the column: whether the user collects the item, and whether the seller asks nothing for handling then. */
const PICKUPS = new Map([
  ['', SENT],
  ['no', SENT],
  ['false', SENT],
  ['yes', COLLECTED],
  ['true', COLLECTED],
  ['no handling', { pickup: true, no_handling: true }],
])

/** What the text of the column says; that the item is sent where it says nothing that is known. */
export const pickupOf = (text: string) => PICKUPS.get(text.toLowerCase()) ?? SENT

/** The text of the column for a bid on an item that its user collects, or does not. */
export const pickupText = (pickup: boolean, noHandling: boolean): string =>
  pickup ? (noHandling ? 'no handling' : 'yes') : ''

/**
 * The terms of a line as the API takes them, without its link and its group: amounts in dollars, null for what it leaves out. `fault`
 * names the first field that breaks a rule, those of the group among them; null for none.
 */
export function readLine(record: Omit<ImportRecord, 'link'>): {
  terms: Omit<NewImportLine, 'link'>
  fault: string | null
} {
  const terms = {
    line: record.line,
    max: amountOf(record.max),
    all_in: amountOf(record.delivered),
    allowance: amountOf(record.allowance),
    ...pickupOf(record.pickup),
    seconds: record.seconds === '' ? null : Number(record.seconds),
    note: record.note,
  }
  const fault = PICKUPS.has(record.pickup.toLowerCase()) ? importLineFault(terms)?.fault : messages.badPickup
  return { terms, fault: fault ?? groupFault(record) }
}

/** Not a number where none can be read. A third decimal is left for the rules to refuse. */
function amountOf(typed: string): number | null {
  if (typed === '') return null
  return /^(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?$/.test(typed) && /\d/.test(typed)
    ? Number(typed.replaceAll(',', ''))
    : Number.NaN
}

function groupFault({ group, wins, budget }: Pick<ImportRecord, 'group' | 'wins' | 'budget'>): string | null {
  if (group.length > GROUP.maxNameLength) return messages.badGroup(GROUP.maxNameLength)
  if (group === '' && wins !== '') return messages.onlyWithGroup('wins')
  if (group === '' && budget !== '') return messages.onlyWithGroup('budget')
  if (wins !== '' && !(/^\d{1,3}$/.test(wins) && Number(wins) >= 1 && Number(wins) <= GROUP.maxWins))
    return messages.badWins(GROUP.maxWins)
  const dollars = amountOf(budget)
  return dollars !== null && (Number.isNaN(dollars) || amountFault(dollars) !== null)
    ? messages.noAmount('budget')
    : null
}
