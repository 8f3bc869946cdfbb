import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RestoreProgress } from '@bidwell/contract'
import * as z from 'zod/mini'

/** What the API hands to the supervisor, once the file has arrived. The keys stand in no file. */
export const RestoreRequest = z.object({
  kind: z.literal('restore'),
  ticket: z.string(),
  fileName: z.string(),
  keys: z.object({
    BACKUP_IDENTITY: z.string(),
    SESSION_KEYS: z.optional(z.string()),
    VAULT_KEYS: z.optional(z.string()),
  }),
})
export type RestoreRequest = z.infer<typeof RestoreRequest>

const KeptProgress = z.object({ ticket: z.string(), ...RestoreProgress.shape })
type KeptProgress = z.infer<typeof KeptProgress>

/** The folder of a restore from the browser. The supervisor removes it at its start. */
export const restoreFolderIn = (dataDir: string): string => join(dataDir, 'restoring')

export const uploadIn = (dataDir: string): string => join(restoreFolderIn(dataDir), 'upload.age')

const progressFileIn = (dataDir: string) => join(restoreFolderIn(dataDir), 'progress.json')

/** Of the last restore that began since the supervisor's start; null if none has. */
export async function readProgress(dataDir: string): Promise<KeptProgress | null> {
  const text = await readFile(progressFileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : KeptProgress.parse(JSON.parse(text))
}

export async function writeProgress(dataDir: string, progress: KeptProgress): Promise<void> {
  const file = progressFileIn(dataDir)
  await mkdir(restoreFolderIn(dataDir), { recursive: true, mode: 0o700 })
  // The API may read it at any moment.
  await writeFile(`${file}.new`, JSON.stringify(progress), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
