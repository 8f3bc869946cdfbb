import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/**
 * A proxy to a server that a test can cut, silence, slow down, turn to another server and mend. While it is cut, connections are refused. When it is
 * silenced, connections stay open and carry no more data. After mending, new connections work and the silenced ones stay
 * silent, like connections that a firewall has dropped.
 */
export async function cuttableProxy(target: URL, { idleMs }: { idleMs?: number } = {}) {
  const sockets = new Set<Socket>()
  let dropped = 0
  let isCut = false
  let isSilent = false
  let answersAfterMs = 0

  const server = createServer((near) => {
    if (isCut) {
      near.destroy()
      return
    }
    if (isSilent) {
      swallow(near)
      return
    }
    const far = connect(Number(target.port), target.hostname)
    if (idleMs !== undefined) {
      near.setTimeout(idleMs, () => {
        dropped++
        near.destroy()
      })
    }
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    near.pipe(far)
    far.pipe(later()).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const later = () =>
    new Transform({
      transform: (chunk, _encoding, pass) => void setTimeout(pass, answersAfterMs, null, chunk),
    })

  function swallow(socket: Socket) {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.unpipe()
    socket.resume()
  }

  function cut() {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }

  // The server was just told to listen on a port, so its address is not a path.
  const { port } = server.address() as AddressInfo
  const url = new URL(target)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    /** How many connections were closed because they carried nothing for `idleMs`. */
    dropped: () => dropped,
    cut,
    silence() {
      isSilent = true
      sockets.forEach(swallow)
    },
    /** Each answer of the server arrives so much later, ms. */
    slowDown(byMs: number) {
      answersAfterMs = byMs
    },
    /** New connections lead to another server. Those that are open stay. */
    turnTo(other: URL) {
      target = other
    },
    mend() {
      isCut = false
      isSilent = false
      answersAfterMs = 0
    },
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
