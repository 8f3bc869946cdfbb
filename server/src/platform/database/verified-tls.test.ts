import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '../../../test/self-signed.ts'
import { openDatabase } from './open-database.ts'

/** PostgreSQL's request for encryption: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const SSL_REQUEST_BYTES = 8

let impostor: { port: number; received: () => string; close: () => Promise<void> }
beforeAll(async () => {
  impostor = await startImpostor()
})
afterAll(() => impostor.close())

/** A server on the way to the database: agrees to encrypt, with a certificate of its own making. */
async function startImpostor() {
  const sockets = new Set<Socket>()
  let received = ''
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('readable', () => {
      socket.read(SSL_REQUEST_BYTES)
      socket.write('S')
      const encrypted = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(selfSigned()) })
      encrypted.on('error', () => {})
      encrypted.on('data', (bytes: Buffer) => {
        received += bytes.toString('latin1')
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return {
    port: address.port,
    received: () => received,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

test('With sslmode=verify-full, a server with an unknown certificate receives neither a name nor a password', async () => {
  const url = `postgres://owner:canary@localhost:${impostor.port}/bidwell?sslmode=verify-full`
  await using database = openDatabase({ url, applicationName: 'test', poolSize: 1 })
  await expect(sql`select 1`.execute(database.db)).rejects.toThrow(/self-signed certificate/)
  expect(impostor.received()).toBe('')
})
