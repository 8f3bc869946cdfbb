import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../test/api.ts'

const askReady = async ({ call }: TestApi) => {
  const { status, body, failure } = await call(api.readReady)
  return status === 200 ? [status, body.data.status] : [status, failure.code, failure.message]
}

test('A process whose database answers and has its migrations is ready', async () => {
  await using server = await startTestApi()
  expect(await askReady(server)).toEqual([200, 'ready'])
})

test('A process is not ready while a migration of its version is missing or differs, and names no migration', async () => {
  await using server = await startTestApi()
  await server.db.deleteFrom('migrations').where('name', '=', '0001-baseline.sql').execute()
  expect(await askReady(server)).toEqual([503, 'not_ready', 'Not ready: migrations'])
  await server.db.insertInto('migrations').values({ name: '0001-baseline.sql', checksum: 'of another file' }).execute()
  expect(await askReady(server)).toEqual([503, 'not_ready', 'Not ready: migrations'])
})

test('A process whose role may not read the migrations says that they are missing', async () => {
  await using server = await startTestApi()
  await sql`revoke select (name, checksum) on migrations from bidwell_api`.execute(server.db)
  expect(await askReady(server)).toEqual([503, 'not_ready', 'Not ready: migrations'])
})

test('Probes that pass leave no line in the log, and those that fail leave one without an error', async () => {
  const lines: string[] = []
  await using server = await startTestApi({ log: { write: (line) => void lines.push(line) } })
  await server.call(api.readReady)
  expect(lines.filter((line) => line.includes('/api/ready'))).toEqual([])
  await server.db.deleteFrom('migrations').execute()
  await server.call(api.readReady)
  const logged = lines.filter((line) => line.includes('not_ready')).map((line) => JSON.parse(line).level)
  expect(logged).toEqual([30])
})
