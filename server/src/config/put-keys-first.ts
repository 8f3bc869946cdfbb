import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseEnv } from 'node:util'
import { keysFileIn } from './keys.ts'

/**
 * Puts keys in front of those that the data folder has: the first ones seal, and the others still open what they have sealed. Only
 * one process may call it at a time.
 */
export async function putKeysFirst(dataDir: string, keys: NodeJS.ProcessEnv): Promise<void> {
  const kept = parseEnv(await readKeysFile(dataDir))
  for (const [name, list] of Object.entries(keys)) {
    kept[name] = [
      ...new Set([list ?? '', kept[name] ?? ''].flatMap((entries) => entries.split(',')).filter(Boolean)),
    ].join(',')
  }
  await writeKeysFile(
    dataDir,
    Object.entries(kept)
      .map(([name, list]) => `${name}=${list}\n`)
      .join(''),
  )
}

/** The text of the file with the keys; empty if there is none. */
export async function readKeysFile(dataDir: string): Promise<string> {
  return readFile(keysFileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
}

/** The file has all keys: a crash must leave the old one or the new one. */
export async function writeKeysFile(dataDir: string, text: string): Promise<void> {
  const file = keysFileIn(dataDir)
  const fresh = `${file}.new-${process.pid}`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  {
    await using handle = await open(fresh, 'w', 0o600)
    await handle.writeFile(text)
    await handle.sync()
  }
  await rename(fresh, file)
}
