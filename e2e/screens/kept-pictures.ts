import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the pictures of every screen are kept, to be looked at and compared with. */
export const KEPT = new URL('../../docs/screens/', import.meta.url).pathname

export const fileOf = (name: string, width: number, theme: string): string => `${name}-${width}-${theme}.webp`

/** The kept picture in base64; null when there is none. */
export async function readKept(file: string): Promise<string | null> {
  try {
    return await readFile(join(KEPT, file), 'base64')
  } catch {
    return null
  }
}

export async function keep(file: string, picture: string): Promise<void> {
  await mkdir(KEPT, { recursive: true })
  await writeFile(join(KEPT, file), picture, 'base64')
}
