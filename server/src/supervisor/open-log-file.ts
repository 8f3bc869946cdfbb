import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

type Options = {
  maxBytes?: number
  /** How many earlier files stay. */
  kept?: number
}
type Write = (line: string) => void

const MAX_BYTES = 10 * 1024 * 1024
const KEPT_OF_SECURITY = 9
/** In a line, what a caller wrote has its quotes escaped. */
const SECURITY = '"security":true'

/**
 * Returns a function that appends a line to the log of a program. The lines of security stand in `security.log`, which no
 * number of other lines can wear out.
 */
export function openLog(folder: string, program: string, options: Options = {}): Write {
  const own = openLogFile(join(folder, `${program}.log`), options)
  const security = openLogFile(join(folder, 'security.log'), { ...options, kept: KEPT_OF_SECURITY })
  return (line) => (line.includes(SECURITY) ? security(line) : own(line))
}

/**
 * Returns a function that appends a line to the file. A file over `maxBytes` is renamed to `<path>.1`, what was there to
 * `<path>.2`, up to the number of files that are kept, and it is started anew.
 */
export function openLogFile(path: string, { maxBytes = MAX_BYTES, kept = 1 }: Options = {}): Write {
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return (line) => {
    try {
      if (size > maxBytes) {
        for (let place = kept; place > 1; place -= 1) {
          if (statSync(`${path}.${place - 1}`, { throwIfNoEntry: false })) {
            renameSync(`${path}.${place - 1}`, `${path}.${place}`)
          }
        }
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
