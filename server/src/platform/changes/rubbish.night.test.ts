import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { as } from '../../../test/run-on-server.ts'
import { startSniping } from '../../../test/sniping.ts'
import { ROLE_NAMES } from '../database/roles.ts'
import { enqueue } from '../enqueue.ts'

const RUBBISH = [
  'x',
  '',
  'null',
  '{"what":"bid","accountId":{},"bidId":1e400}',
  '{"what":"bid","accountId":9007199254740991,"bidId":9007199254740991}',
  '{"what":"pause","accountId":-1}',
  `{"what":"session","sessionId":"${randomUUID()}"}`,
  `{"what":"listing","listingId":"${'9'.repeat(7_900)}"}`,
  '['.repeat(7_999),
  '{"count":"x"}',
  '{"count":1e400}',
  '{"breaking":true,"migrationNumber":9}',
]

test('No role ends a process by notifications, and an armed bid is sent meanwhile', async () => {
  await using it = await startSniping()
  const programs = [
    await it.spawnEngine(),
    it.spawnProgram('api', { PORT: String(await freePort()) }),
    it.spawnProgram('jobs'),
  ]
  const output = programs.map(() => '')
  for (const [index, { stdout }] of programs.entries()) {
    stdout?.on('data', (text: string) => (output[index] += text))
  }
  await expect.poll(() => it.isListening('bidwell jobs')).toBe(true)
  await expect.poll(() => it.isListening('bidwell api')).toBe(true)
  const { bidId, itemId } = await it.snipe({ endsInSeconds: 16, secondsBeforeEnd: 4 })
  const bystander = await it.snipe({ endsInSeconds: 17, secondsBeforeEnd: 4 })
  await it.untilLogged(bidId, 'armed')

  for (const role of ROLE_NAMES) {
    const client = new Client(as(role, it.url))
    await client.connect()
    // PostgreSQL sends what is alike once for each transaction.
    for (const payload of Array.from({ length: 7 }, () => RUBBISH).flat()) {
      for (const channel of ['changes', 'jobs:insert', 'worker:migrate']) {
        await client.query('select pg_notify($1, $2)', [channel, payload])
      }
    }
    await client.end()
  }

  await expect.poll(() => it.arrivals(itemId)).toMatchObject([{ outcome: 'leading' }])
  await expect.poll(() => it.arrivals(bystander.itemId)).toMatchObject([{ outcome: 'leading' }])
  // The jobs still take work.
  await enqueue(it.db, 'enqueue-due-verifications', {}, { jobKey: 'after the rubbish' })
  const waiting = async () =>
    (await sql`select from graphile_worker.jobs where key = 'after the rubbish'`.execute(it.db)).rows
  await expect.poll(waiting).toEqual([])
  expect(programs.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null, null])
  for (const lines of output) expect(lines.split('cannot be read')).toHaveLength(2)
})
