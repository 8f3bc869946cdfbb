import type { Socket } from 'node:net'

import type { Gate } from './gate.ts'

export type Wire = ReturnType<typeof createWire>

/** One open connection to the site. It carries one exchange at a time and outlives those that end well. */
export function createWire(socket: Socket) {
  let gate: Gate | null = null

  socket.on('data', (chunk) => {
    // An answer that nobody asked for makes everything that follows doubtful.
    if (gate) gate.duplex.push(chunk)
    else socket.destroy()
  })
  socket.on('end', () => gate?.duplex.push(null))
  socket.on('error', () => {}) // `close` follows, with the error in `errored`
  socket.on('close', () => {
    if (!socket.readableEnded) gate?.duplex.destroy(socket.errored ?? undefined)
  })

  return {
    /** As far as this machine knows. */
    get open() {
      return socket.readyState === 'open'
    },
    /** Open, with nothing under way. */
    get idle() {
      return gate === null && socket.readyState === 'open'
    },
    /** Sends what the gate holds, in this turn, and gives it the answer. Only while idle. */
    carry(next: Gate) {
      gate = next
      next.open((bytes) => socket.write(bytes))
    },
    /** After an answer read to its end. The HTTP client has ended its side if the connection is not to be kept. */
    release() {
      const kept = gate?.duplex.writable === true && gate.duplex.readable
      gate = null
      if (!kept) socket.destroy()
    },
    destroy: () => socket.destroy(),
  }
}
