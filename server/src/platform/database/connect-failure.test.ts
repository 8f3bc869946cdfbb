import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { connectFailureOf } from './connect-failure.ts'
import { openPool } from './open-pool.ts'

/** The address of a server that accepts connections and says nothing, as one on a loaded host. */
async function silentServer() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `postgres://somebody@127.0.0.1:${(server.address() as AddressInfo).port}/bidwell`
}

test('A database that does not answer in time is away, also to a pool whose connections are all being opened', async () => {
  const url = await silentServer()
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 20 })
  await expect(client.connect().catch(connectFailureOf)).resolves.toBe('away')
  const pool = openPool({ url, applicationName: 'a test', poolSize: 1, connectWithinMs: 20 })
  const failures = await Promise.all([1, 2, 3].map(() => pool.query('select 1').catch(connectFailureOf)))
  expect(failures).toEqual(['away', 'away', 'away'])
  await pool.end()
})

test('A database that refuses a role is not away, and neither is an error of other kinds', () => {
  expect(connectFailureOf(Object.assign(new Error('no'), { code: '28P01' }))).toBe('refused')
  expect(connectFailureOf(new Error('syntax error'))).toBe(null)
})
