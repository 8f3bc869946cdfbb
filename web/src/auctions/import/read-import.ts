import { AUCTION, amountFault, GROUP, IMPORT, leadFault, messages, NoteText } from '@bidwell/contract'
import { parse } from 'csv-parse/browser/esm/sync'
import { centsFromTyped } from '../../ui/money.ts'
import { itemReferencesIn } from '../add/item-references.ts'

/** One auction of a file. `max`, `seconds` and `group` are as typed, '' for none; `fault` names the field and the rule. */
export type ImportLine = {
  line: number
  reference: string
  max: string
  seconds: string
  note: string
  group: string
  fault: string | null
}

/** What a file has, or why nothing can be read of it. */
export type ImportFile = { lines: ImportLine[]; fault: null } | { lines: null; fault: string }

const FIELDS = ['link', 'max', 'seconds', 'note', 'group'] as const
type Field = (typeof FIELDS)[number]
type Record = { line: number; values: Partial<{ [F in Field]: unknown }> }

/** The names of columns and members, without capitals and underscores. */
const NAMES: { [name: string]: Field } = {
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
}
const fieldOf = (name: string): Field | undefined => NAMES[name.trim().toLowerCase().replaceAll('_', ' ')]

/** Reads a CSV file with or without a row of names, or a JSON file with a list of objects. Reads no item, and changes nothing. */
export function readImport(text: string): ImportFile {
  let records
  try {
    records = /^\s*[[{]/.test(text) ? recordsOfJson(text) : recordsOfCsv(text)
  } catch {
    return { lines: null, fault: messages.importing.unreadable }
  }
  if (records.length === 0) return { lines: null, fault: messages.importing.empty }
  if (records.length > IMPORT.maxAuctions)
    return { lines: null, fault: messages.importing.tooMany(records.length, IMPORT.maxAuctions) }
  const seen = new Map<string, number>()
  return { lines: records.map((record) => lineOf(record, seen)), fault: null }
}

function recordsOfCsv(text: string): Record[] {
  const lines: number[] = []
  const rows = parse(text, {
    bom: true,
    delimiter: [',', ';', '\t'],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    on_record: (record: string[], { lines: line }) => {
      lines.push(line)
      return record
    },
  })
  const names = rows[0]?.map(fieldOf) ?? []
  const hasNames = names.includes('link')
  const columns = hasNames ? names : FIELDS
  const records = rows.map((record, index) => ({
    line: lines[index] ?? 0,
    values: Object.fromEntries(columns.flatMap((field, place) => (field ? [[field, record[place]]] : []))),
  }))
  return hasNames ? records.slice(1) : records
}

function recordsOfJson(text: string): Record[] {
  const value: unknown = JSON.parse(text)
  const list: unknown = Array.isArray(value) ? value : (value as { auctions?: unknown }).auctions
  if (!Array.isArray(list)) throw new TypeError('No list')
  return list.map((entry: unknown, index) => ({
    line: index + 1,
    values:
      typeof entry === 'object' && entry !== null
        ? Object.fromEntries(
            Object.entries(entry).flatMap(([name, each]) => {
              const field = fieldOf(name)
              return field ? [[field, each]] : []
            }),
          )
        : { link: entry },
  }))
}

function lineOf({ line, values }: Record, seen: Map<string, number>): ImportLine {
  const [link, max, seconds, note, group] = FIELDS.map((field) => textOf(values[field]))
  const references = itemReferencesIn(link ?? '')
  const read = {
    line,
    reference: references[0] ?? (link ?? '').slice(0, AUCTION.maxReferenceLength),
    max: (max ?? '').replace(/^\$/, ''),
    seconds: seconds ?? '',
    note: note ?? '',
    group: group ?? '',
  }
  const before = seen.get(read.reference)
  seen.set(read.reference, before ?? line)
  return { ...read, fault: faultOf(read, references.length, before) }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

function faultOf(
  { reference, max, seconds, note, group }: Omit<ImportLine, 'fault'>,
  links: number,
  before: number | undefined,
) {
  if (reference === '') return messages.importing.noLink
  if (links !== 1) return messages.importing.noItem
  if (before !== undefined) return messages.importing.repeated(before)
  const cents = centsFromTyped(max)
  if (max !== '' && (cents === null || amountFault(cents / 100) !== null)) return messages.importing.noAmount
  if (seconds !== '' && leadFault(Number(seconds)) !== null)
    return messages.importing.noLead(messages.bidRefusal.leadOutOfRange)
  if (group.length > GROUP.maxNameLength) return messages.importing.badGroup(GROUP.maxNameLength)
  const checked = NoteText.safeParse(note)
  return checked.success ? null : messages.importing.badNote(checked.error.issues[0]?.message ?? '')
}
