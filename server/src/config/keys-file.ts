import { link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'

/** The file with the keys that a whole installation has made, readable by its owner alone. */
export const keysFileIn = (dataDir: string) => join(dataDir, 'keys.env')

/** What the file holds; nothing if there is none. */
export const readKeysFile = async (dataDir: string): Promise<NodeJS.Dict<string>> => parseEnv(await textOf(dataDir))

/**
 * Makes the file with these keys unless there is one, and returns what it holds. `link` is atomic and fails if the file exists:
 * concurrent starts share one file, and a crash leaves no partial file.
 */
export async function makeKeysFile(dataDir: string, keys: NodeJS.Dict<string>): Promise<NodeJS.Dict<string>> {
  const fresh = await writeFresh(dataDir, linesOf(keys))
  await link(fresh, keysFileIn(dataDir)).catch(() => {})
  await rm(fresh)
  return await readKeysFile(dataDir)
}

/** Sets one line of the file, and leaves the others. Only one process may call it at a time. */
export async function setInKeysFile(dataDir: string, name: string, value: string): Promise<void> {
  const lines = (await textOf(dataDir)).split('\n').filter((line) => line !== '' && !line.startsWith(`${name}=`))
  // A crash must leave the old file or the new one.
  const fresh = await writeFresh(dataDir, [...lines, `${name}=${value}`, ''].join('\n'))
  await using handle = await open(fresh, 'r+')
  await handle.sync()
  await rename(fresh, keysFileIn(dataDir))
}

/** As lines of settings. */
export const linesOf = (keys: NodeJS.Dict<string>): string =>
  Object.entries(keys)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

async function textOf(dataDir: string): Promise<string> {
  return readFile(keysFileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
}

async function writeFresh(dataDir: string, text: string): Promise<string> {
  const fresh = `${keysFileIn(dataDir)}.new-${process.pid}`
  await mkdir(dirname(fresh), { recursive: true, mode: 0o700 })
  await writeFile(fresh, text, { mode: 0o600 })
  return fresh
}
