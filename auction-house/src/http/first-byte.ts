import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Timer } from '../clock.ts'

/** Records when the first byte of each request was read, ahead of the HTTP parser. */
export function stampFirstBytes(server: Server, timer: Timer) {
  const stamps = new WeakMap<Socket, number>()

  server.on('connection', (socket) => {
    socket.prependListener('data', () => {
      if (!stamps.has(socket)) stamps.set(socket, timer.now())
    })
  })

  return {
    /** The timer's reading for the present request on a socket. Called once, after the request has been read whole. */
    take(socket: Socket) {
      const stamp = stamps.get(socket) ?? timer.now()
      stamps.delete(socket)
      return stamp
    },
  }
}
