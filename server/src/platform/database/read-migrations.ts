import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** The folder with the migrations of this version. */
export const MIGRATIONS = new URL('../../../migrations/', import.meta.url)

export type Migration = { name: string; checksum: string; text: string }

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
