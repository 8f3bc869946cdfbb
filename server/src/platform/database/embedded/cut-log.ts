import { copyFile, stat, truncate } from 'node:fs/promises'

const MAX_BYTES = 10 * 1024 * 1024

/**
 * Moves what a log file over `maxBytes` holds to `<path>.1`. The file itself stays, because the server that appends to it
 * has it open; lines that it writes meanwhile are lost. On a full disk the file is emptied all the same.
 */
export async function cutLog(path: string, maxBytes = MAX_BYTES): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  if (size <= maxBytes) return
  await copyFile(path, `${path}.1`).catch(() => {})
  await truncate(path)
}
