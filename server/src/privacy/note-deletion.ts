import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AccountRow } from '../platform/database/tables.ts'

type Marked = Pick<AccountRow, 'id' | 'created_at'>

/**
 * Names an account that is gone, for a restore from a backup in which it still is. Another installation has other accounts with the
 * same numbers, but none that was opened at the same millisecond.
 */
export const deletionMarkOf = ({ id, created_at: createdAt }: Marked): string =>
  createHash('sha256').update(`bidwell account ${id} since ${createdAt.getTime()}`).digest('base64url')

export const deletionsFileIn = (dataDir: string): string => join(dataDir, 'deleted-accounts')

/** Adds an account to the list of those that were deleted, a line each. The list survives the database. */
export async function noteDeletion(dataDir: string, account: Marked): Promise<void> {
  await mkdir(dirname(deletionsFileIn(dataDir)), { recursive: true, mode: 0o700 })
  await appendFile(deletionsFileIn(dataDir), `${deletionMarkOf(account)}\n`, { mode: 0o600, flush: true })
}

/** The marks in a list; none where there is no such file. */
export async function readDeletions(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').filter((line) => line !== '')
}
