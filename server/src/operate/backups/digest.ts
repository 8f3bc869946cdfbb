import { createHash } from 'node:crypto'

export type Digest = { rows: number; bytes: number; sha256: string }

const LINE_END = 10

/** Counts and hashes what passes. In the text format of COPY each row is a line. */
export function createDigest() {
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  return {
    update(data: Uint8Array): void {
      hash.update(data)
      bytes += data.length
      for (let at = data.indexOf(LINE_END); at !== -1; at = data.indexOf(LINE_END, at + 1)) rows += 1
    },
    end: (): Digest => ({ rows, bytes, sha256: hash.digest('hex') }),
  }
}
