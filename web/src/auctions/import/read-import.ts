import {
  AUCTION,
  IMPORT,
  type ImportColumns,
  type ImportRecord,
  messages,
  readImportFile,
  readLine,
} from '@bidwell/contract'
import { parse } from 'csv-parse/browser/esm/sync'
import { itemReferencesIn } from '../add/item-references.ts'

/** One auction of a file, as typed, '' for what it leaves out; `fault` names the field and the rule. */
export type ImportLine = Omit<ImportRecord, 'link'> & { reference: string; fault: string | null }

/** What a file has, or why nothing can be read of it. */
export type ImportFile = { lines: ImportLine[]; columns: ImportColumns; fault: null } | { lines: null; fault: string }

/** Reads a CSV file with or without a row of names, or a JSON file with a list of objects. Reads no item, and changes nothing. */
export function readImport(text: string): ImportFile {
  let read
  try {
    read = readImportFile(text, parse)
  } catch {
    return { lines: null, fault: messages.importing.unreadable }
  }
  const { records, columns } = read
  if (records.length === 0) return { lines: null, fault: messages.importing.empty }
  if (records.length > IMPORT.maxLines)
    return { lines: null, fault: messages.importing.tooMany(records.length, IMPORT.maxLines) }
  return { lines: checkLines(records), columns, fault: null }
}

export function checkLines(records: readonly ImportRecord[]): ImportLine[] {
  const linesOfLinks = new Map<string, number>()
  return records.map(({ link, ...record }) => {
    const references = itemReferencesIn(link)
    const reference = references[0] ?? link.slice(0, AUCTION.maxReferenceLength)
    const before = linesOfLinks.get(reference)
    if (before === undefined) linesOfLinks.set(reference, record.line)
    const fault = linkFault(reference, references.length, before) ?? readLine(record).fault
    return { ...record, reference, fault }
  })
}

/** `before`: the line that has the same link. */
function linkFault(reference: string, links: number, before: number | undefined): string | null {
  if (reference === '') return messages.importing.noLink
  if (links !== 1) return messages.importing.noItem
  return before === undefined ? null : messages.importing.repeated(before)
}
