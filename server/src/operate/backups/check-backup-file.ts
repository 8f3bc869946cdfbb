import { StartupError } from '../../platform/startup-error.ts'
import { createDigest } from './digest.ts'
import type { Manifest } from './manifest.ts'
import { type BackupSource, readBackupFile } from './read-backup-file.ts'

/**
 * Reads a whole backup, and returns its manifest: every table and every journal is there, with the rows, the bytes and the
 * hash that the manifest names, and nothing else is. Touches no database. Throws a StartupError that says what is wrong.
 */
export async function checkBackupFile(source: BackupSource): Promise<Manifest> {
  const found = new Map<string, { pieces: number; digest: ReturnType<typeof createDigest> }>()
  const damaged = (what: string) => new StartupError(`${source.path} is damaged: ${what}`)
  let manifest: Manifest | null = null
  for await (const entry of readBackupFile(source)) {
    if (entry.kind === 'manifest') {
      manifest = entry.manifest
      continue
    }
    const key = `${entry.kind}/${entry.name}`
    const state = found.get(key) ?? { pieces: 0, digest: createDigest() }
    state.pieces += 1
    if (entry.number !== state.pieces) throw damaged(`piece ${state.pieces} of ${key} is missing`)
    state.digest.update(entry.data)
    found.set(key, state)
  }
  if (manifest === null) throw damaged('the manifest is missing')
  const listed = [
    ...manifest.tables.map((table) => ({ ...table, key: `tables/${table.name}` })),
    ...manifest.journals.map((journal) => ({ ...journal, key: `journals/${journal.name}`, rows: null })),
  ]
  for (const { key, rows, bytes, sha256 } of listed) {
    const digest = (found.get(key)?.digest ?? createDigest()).end()
    const isSame = digest.bytes === bytes && digest.sha256 === sha256 && (rows ?? digest.rows) === digest.rows
    if (!isSame) throw damaged(`${key} is not what the manifest says`)
    found.delete(key)
  }
  const [superfluous] = found.keys()
  if (superfluous !== undefined) throw damaged(`${superfluous} is not in the manifest`)
  return manifest
}
