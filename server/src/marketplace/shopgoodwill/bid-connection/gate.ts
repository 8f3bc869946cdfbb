import { Duplex } from 'node:stream'

/**
 * What Node's HTTP client takes for its socket. It holds the serialised request back until it is opened, so that the
 * client's own writing and parsing can be used with a write at a moment of our choosing.
 */
export function createGate() {
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
    /** Lets out what is held in one write; what the client has yet to write follows as it comes, in the same turn. */
    open(write: (bytes: Buffer) => void) {
      out = write
      const [first, ...more] = held
      held = []
      if (first) write(more.length > 0 ? Buffer.concat([first, ...more]) : first)
    },
  }
}

export type Gate = ReturnType<typeof createGate>
