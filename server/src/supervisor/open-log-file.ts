import { appendFileSync, renameSync, statSync } from 'node:fs'

const LARGEST_BYTES = 10 * 1024 * 1024

/** Appends lines to a file; when that has grown too large it is kept as `<path>.1` and begun anew. */
export function openLogFile(path: string, largestBytes = LARGEST_BYTES): (line: string) => void {
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return (line) => {
    try {
      if (size > largestBytes) {
        renameSync(path, `${path}.1`)
        size = 0
      }
      const text = `${line}\n`
      appendFileSync(path, text, { mode: 0o600 })
      size += Buffer.byteLength(text)
    } catch {
      // A full disk must not take bidding down with it: the line is lost.
    }
  }
}
