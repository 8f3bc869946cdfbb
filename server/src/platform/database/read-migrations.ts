import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** The folder with the migrations of this version. */
export const MIGRATIONS = new URL('../../../migrations/', import.meta.url)

export type Migration = { name: string; checksum: string; text: string }

/** The checksums that migrations had before a fault in them was mended. A database that took the old text has the same tables. */
const FORMER: ReadonlyMap<string, string> = new Map([
  ['0081-after-the-win.sql', '5fd0417a371b3d79c97706e88b2da44d8042ad8d82faa030ee7bc80e38939ea2'],
])

/** Whether a database that has applied a text with this checksum needs nothing more of the migration. */
export const hasChecksum = ({ name, checksum }: Migration, applied: string): boolean =>
  applied === checksum || applied === FORMER.get(name)

/** The migrations in a folder, in the order in which they are applied. */
export async function readMigrations(folder: URL = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * The oldest release whose processes may be connected when the migration is applied, as its first line says: those that serve after it,
 * and are not broken by it. Null for a migration before 0078, all of which allow those of the version before.
 */
export const oldestReleaseOf = (text: string): string | null =>
  /^-- oldest release: (\d+\.\d+\.\d+)\n/.exec(text)?.[1] ?? null
