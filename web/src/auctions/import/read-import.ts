import { AUCTION, IMPORT, type ImportRecord, messages, readImportFile, readLine } from '@bidwell/contract'
import { parse } from 'csv-parse/browser/esm/sync'
import { itemReferencesIn } from '../add/item-references.ts'

/** One auction of a file, as typed, '' for what it leaves out; `fault` names the field and the rule. */
export type ImportLine = Omit<ImportRecord, 'link'> & { reference: string; fault: string | null }

/** What a file has, or why nothing can be read of it. */
export type ImportFile = { lines: ImportLine[]; fault: null } | { lines: null; fault: string }

/** Reads a CSV file with or without a row of names, or a JSON file with a list of objects. Reads no item, and changes nothing. */
export function readImport(text: string): ImportFile {
  let records
  try {
    records = readImportFile(text, parse)
  } catch {
    return { lines: null, fault: messages.importing.unreadable }
  }
  if (records.length === 0) return { lines: null, fault: messages.importing.empty }
  if (records.length > IMPORT.maxLines)
    return { lines: null, fault: messages.importing.tooMany(records.length, IMPORT.maxLines) }
  const before: Before = { lines: new Map(), groups: new Map() }
  const hasTable = records.length <= IMPORT.maxInTable
  return { lines: records.map((record) => lineOf(record, before, hasTable)), fault: null }
}

/** The lines so far by their links, and the first line of each group that says how many of its bids win, or for how much. */
type Before = { lines: Map<string, number>; groups: Map<string, { line: number; text: string }> }

function lineOf({ link, ...record }: ImportRecord, before: Before, hasTable: boolean): ImportLine {
  const references = itemReferencesIn(link)
  const reference = references[0] ?? link.slice(0, AUCTION.maxReferenceLength)
  const fault =
    linkFault(reference, references.length, record.line, before) ??
    readLine(record).fault ??
    // A group lets so many of its bids win. Left out, all of them could.
    (!hasTable && record.group !== '' ? messages.importing.noGroup : null) ??
    termsFault('wins', record, before) ??
    termsFault('budget', record, before)
  return { ...record, reference, fault }
}

function linkFault(reference: string, links: number, line: number, { lines }: Before): string | null {
  if (reference === '') return messages.importing.noLink
  if (links !== 1) return messages.importing.noItem
  const same = lines.get(reference)
  lines.set(reference, same ?? line)
  return same === undefined ? null : messages.importing.repeated(same)
}

/** Lines of one group may leave its terms out, and may not contradict each other. */
function termsFault(column: 'wins' | 'budget', record: Omit<ImportRecord, 'link'>, { groups }: Before): string | null {
  const text = record[column]
  if (text === '') return null
  const key = `${column} ${record.group}`
  const first = groups.get(key)
  if (!first) groups.set(key, { line: record.line, text })
  return first && first.text !== text ? messages.importing.otherTerms(column, first.line) : null
}
