import { chmod, mkdir, stat } from 'node:fs/promises'
import { StartupError } from '../platform/startup-error.ts'

const OTHERS_WRITE = 0o022
const OTHERS = 0o077

/**
 * Makes the data folder, or closes it to other users of the machine: it holds keys, and logs with people's addresses. Throws
 * a StartupError for a folder in which others may write, such as /tmp: they could put files of theirs in place of ours.
 */
export async function keepPrivate(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const { mode } = await stat(dataDir)
  if ((mode & OTHERS_WRITE) !== 0) {
    throw new StartupError(`BIDWELL_DATA must be a folder of its own: other users may write in ${dataDir}`)
  }
  if ((mode & OTHERS) === 0) return
  await chmod(dataDir, 0o700).catch((cause: unknown) => {
    throw new StartupError(`Other users may read ${dataDir}, and it belongs to somebody else: chmod 700 it`, { cause })
  })
}
