import { once } from 'node:events'
import type { Server } from 'node:net'

/** Has a server listen at a port of this machine alone, or at any that is free; returns the port. */
export async function listen(server: Server, wanted = 0): Promise<number> {
  server.listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return address.port
}
