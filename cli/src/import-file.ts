import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, IMPORT, type Import, messages, type NewImportLine, readImportFile, readLine } from '@bidwell/contract'
import { parse } from 'csv-parse/sync'
import { call } from './call.ts'
import { CliError } from './cli-error.ts'
import type { Installation } from './installation.ts'
import { report } from './print.ts'

/** Between two looks at how far it is: a twentieth of what is left, within these. */
const ASK_EVERY_MS = { least: 2_000, most: 60_000 }

/**
 * Has the auctions of a file tracked, all or none, and follows them until all are done. Throws for a file that cannot be read, and with
 * every line that breaks a rule; nothing is imported then.
 */
export async function importFile(to: Installation, path: string) {
  const lines = await readLines(path)
  const { import: begun } = (await call(to, api.importAuctions, { body: { lines }, idempotencyKey: randomUUID() })).data
  report(`Import ${begun.id} goes on in Bidwell, also when this program ends.`)
  const params = { id: begun.id }
  for (let last: Import = begun; last.ended_at === null;) {
    await sleep(Math.min(ASK_EVERY_MS.most, Math.max(ASK_EVERY_MS.least, last.left_ms / 20)))
    const { imports } = (await call(to, api.listImports)).data
    last = imports.find(({ id }) => id === begun.id) ?? last
    const done = Object.values(last.results).reduce((sum, count) => sum + count, 0)
    report(messages.importing.progress.read(done, last.lines, messages.importing.span(last.left_ms)))
  }
  return (await call(to, api.readImport, { params })).data
}

async function readLines(path: string): Promise<NewImportLine[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CliError('wrongUse', `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  let read
  try {
    read = readImportFile(text, parse)
  } catch {
    throw new CliError('wrongUse', messages.importing.unreadable)
  }
  const { records, columns } = read
  if (records.length === 0) throw new CliError('wrongUse', messages.importing.empty)
  if (records.length > IMPORT.maxLines)
    throw new CliError('wrongUse', messages.importing.tooMany(records.length, IMPORT.maxLines))
  report(messages.importing.columns(columns.read, columns.unread))
  const lines = records.map(({ link, ...record }) => {
    const { terms, fault } = readLine(record)
    return { line: { link, ...terms }, fault }
  })
  const details = lines.flatMap(({ line: { line = 0 }, fault }) =>
    fault === null ? [] : [{ path: `line ${line}`, message: messages.importing.faultAt(line, fault) }],
  )
  if (details.length > 0)
    throw new CliError('wrongUse', messages.importing.refused(details.length, details[0]?.message ?? ''), { details })
  return lines.map(({ line }) => line)
}
