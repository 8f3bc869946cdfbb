import { appendFileSync, renameSync, statSync } from 'node:fs'

const MAX_BYTES = 10 * 1024 * 1024

/** Returns a function that appends a line to the file. A file over `maxBytes` is renamed to `<path>.1` and started anew. */
export function openLogFile(path: string, maxBytes = MAX_BYTES): (line: string) => void {
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return (line) => {
    try {
      if (size > maxBytes) {
        renameSync(path, `${path}.1`)
        size = 0
      }
      const text = `${line}\n`
      appendFileSync(path, text, { mode: 0o600 })
      size += Buffer.byteLength(text)
    } catch {
      // The line is lost: a full disk must not stop the bidding.
    }
  }
}
