import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { connectUntil } from './connect-until.ts'

/** An address that leads to a database; `onConnection` comes before the database does. */
async function wayTo(url: string, onConnection: () => void) {
  const target = new URL(url)
  const server = createServer((socket) => {
    onConnection()
    const database = connect(Number(target.port), target.hostname)
    for (const each of [socket, database]) each.on('error', () => {})
    socket.pipe(database).pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port')
  const way = new URL(url)
  way.host = `127.0.0.1:${address.port}`
  return { url: way.href, [Symbol.asyncDispose]: async () => void server.close() }
}

test('A process that is asked to end while it connects does not go on, and its connection ends', async () => {
  await using it = await createTestDatabase()
  const stop = new AbortController()
  await using way = await wayTo(it.url, () => stop.abort())
  await expect(connectUntil(stop.signal, way.url)).rejects.toThrow(stop.signal.reason)
})

test('A process that is asked to end later loses the connection with the statement in progress', async () => {
  await using it = await createTestDatabase()
  const stop = new AbortController()
  await using way = await wayTo(it.url, () => {})
  await using connection = await connectUntil(stop.signal, way.url)
  const sleeping = connection.client.query('select pg_sleep(60)')
  stop.abort()
  await expect(sleeping).rejects.toThrow()
})
