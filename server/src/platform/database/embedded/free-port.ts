import { once } from 'node:events'
import { createServer } from 'node:net'

/** A free port on 127.0.0.1: `preferred` if it is free, any other port otherwise. */
export async function freePort(preferred = 0): Promise<number> {
  const server = createServer().listen(preferred, '127.0.0.1')
  try {
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('A TCP server has a port')
    return address.port
  } catch (error) {
    if (preferred === 0) throw error
    return await freePort()
  } finally {
    server.close()
  }
}
