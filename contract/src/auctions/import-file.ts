import { unguardFormulas } from './guard-formulas.ts'
import { importLineFault, type NewImportLine } from './imports.ts'

/** The columns of a file, in the order in which a file without names has them. */
const FIELDS = ['link', 'max', 'seconds', 'note'] as const
type Field = (typeof FIELDS)[number]

/** One auction of a file, as text; '' for what it leaves out. */
export type ImportRecord = { line: number } & { [F in Field]: string }

/** The columns that are read, and the names of those that are not. */
export type ImportColumns = { read: string[]; unread: string[] }

export type ReadFile = { records: ImportRecord[]; columns: ImportColumns }

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
  } as const),
)
const fieldOf = (name: string): Field | undefined => NAMES.get(name.trim().toLowerCase().replaceAll('_', ' '))

type Options = {
  bom: true
  delimiter: string
  relax_column_count: true
  /** A quotation mark inside a cell is text. */
  relax_quotes?: true
  skip_empty_lines: true
  trim: true
  on_record: (record: string[], context: { lines: number }) => string[]
}

/** `parse` of the package `csv-parse`, which is another file for browsers than for Node. */
export type ParseCsv = (text: string, options: Options) => string[][]

/** Reads a CSV file with or without a row of names, or a JSON file with a list of objects. Throws for a text that is neither. */
export const readImportFile = (text: string, parse: ParseCsv): ReadFile =>
  /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text, parse)

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

type Column = { name: string; field: Field | undefined }

function readCsv(text: string, parse: ParseCsv): ReadFile {
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
  const named = (rows[0] ?? []).map((name): Column => ({ name, field: fieldOf(name) }))
  const hasNames = named.some(({ field }) => field === 'link')
  const columns = hasNames ? named : unnamedColumns(rows)
  const records = rows.map((row, index) => {
    const cells = columns.map(({ field }, place) => [field, row[place] ?? ''] as const)
    const record = recordOf(lines[index] ?? 0, cells)
    return { ...record, note: unguardFormulas(record.note) }
  })
  return { records: hasNames ? records.slice(1) : records, columns: columnNames(columns) }
}

function unnamedColumns(rows: readonly string[][]): Column[] {
  const length = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return Array.from({ length }, (_, place) => ({ name: `column ${place + 1}`, field: FIELDS[place] }))
}

function readJson(text: string): ReadFile {
  const value: unknown = JSON.parse(text)
  const list: unknown = Array.isArray(value) ? value : (value as { auctions?: unknown }).auctions
  if (!Array.isArray(list)) throw new TypeError('No list')
  const columns: Column[] = []
  const records = list.map((entry: unknown, index) => {
    if (typeof entry !== 'object' || entry === null) return recordOf(index + 1, [['link', entry]])
    const members = Object.entries(entry).map(([name, each]) => ({ name, field: fieldOf(name), each: each as unknown }))
    columns.push(...members)
    return recordOf(
      index + 1,
      members.map(({ field, each }) => [field, each]),
    )
  })
  return { records, columns: columnNames(columns) }
}

const columnNames = (columns: readonly Column[]): ImportColumns => ({
  read: FIELDS.filter((field) => columns.some((column) => column.field === field)),
  unread: [...new Set(columns.flatMap(({ name, field }) => (field === undefined && name !== '' ? [name] : [])))],
})

function recordOf(line: number, values: readonly (readonly [Field | undefined, unknown])[]): ImportRecord {
  const record = { line, link: '', max: '', seconds: '', note: '' }
  for (const [field, value] of values) if (field) record[field] = textOf(value)
  return { ...record, max: record.max.replace(/^\$\s*/, '') }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' ? String(value) : ''
}

/**
 * The terms of a line as the API takes them, without its link: the maximum in dollars, null for what the line leaves out. `fault` names
 * the first field that breaks a rule; null for none.
 */
export function readLine({ line, max, seconds, note }: Omit<ImportRecord, 'link'>): {
  terms: Omit<NewImportLine, 'link'>
  fault: string | null
} {
  const terms = { line, max: amountOf(max), seconds: seconds === '' ? null : Number(seconds), note }
  return { terms, fault: importLineFault(terms)?.fault ?? null }
}

/** Not a number where none can be read. A third decimal is left for the rules to refuse. */
function amountOf(typed: string): number | null {
  if (typed === '') return null
  return /^(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?$/.test(typed) && /\d/.test(typed)
    ? Number(typed.replaceAll(',', ''))
    : Number.NaN
}
