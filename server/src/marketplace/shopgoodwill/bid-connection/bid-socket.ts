import type { Connected } from './connect-socket.ts'
import type { WriteGate } from './write-gate.ts'

export type BidSocket = ReturnType<typeof bidSocket>

/** Wraps a socket to the site for one exchange at a time. It stays open for the next after each complete response. */
export function bidSocket({ socket, reset }: Connected) {
  let gate: WriteGate | null = null

  socket.on('data', (chunk) => {
    // After bytes without a request, responses can no longer be matched with requests.
    if (gate) gate.duplex.push(chunk)
    else socket.destroy()
  })
  socket.on('end', () => gate?.duplex.push(null))
  socket.on('error', () => {}) // `close` follows, with the error in `errored`
  socket.on('close', () => {
    if (!socket.readableEnded) gate?.duplex.destroy(socket.errored ?? undefined)
  })

  return {
    /** As far as this machine can tell. */
    get open() {
      return socket.readyState === 'open'
    },
    /** Open, with no exchange in progress. */
    get idle() {
      return gate === null && socket.readyState === 'open'
    },
    /** Sends the request that the gate holds, in this turn, and passes the response to it. Only while idle. */
    send(next: WriteGate) {
      gate = next
      next.open((bytes) => socket.write(bytes))
    },
    /** Ends an exchange whose response was read whole. Closes the socket if the HTTP client does not keep it alive. */
    release() {
      const kept = gate?.duplex.writable === true && gate.duplex.readable
      gate = null
      if (!kept) socket.destroy()
    },
    /**
     * Closes the socket. A request in progress is given up: closing alone would leave it in the kernel's send queue, from
     * where it might reach the site after the bid was sent again.
     */
    destroy() {
      if (gate === null || socket.destroyed) socket.destroy()
      else reset()
    },
  }
}
