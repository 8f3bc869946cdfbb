import { Duplex } from 'node:stream'

/**
 * The stream that Node's HTTP client uses as its socket. It holds the serialised request back until `open`, so that
 * Node serialises and parses while the caller chooses the moment of the write.
 */
export function writeGate() {
  let held: Buffer[] = []
  let out: ((bytes: Buffer) => void) | null = null

  const duplex = new Duplex({
    read() {},
    write(bytes: Buffer, _encoding, done) {
      if (out) out(bytes)
      else held.push(bytes)
      done()
    },
  })

  return {
    duplex,
    /** Writes the held bytes at once. Bytes that the client writes later pass through in the same turn. */
    open(write: (bytes: Buffer) => void) {
      out = write
      const [first, ...more] = held
      held = []
      if (first) write(more.length > 0 ? Buffer.concat([first, ...more]) : first)
    },
  }
}

export type WriteGate = ReturnType<typeof writeGate>
