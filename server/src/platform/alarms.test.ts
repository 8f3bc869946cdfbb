import { api } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { startTestApi } from '../../test/api.ts'
import { raiseAlarm } from './alarms.ts'

test('An alarm is counted once in the health of the API', async () => {
  await using server = await startTestApi()
  await using bystander = await startTestApi()
  const countOf = async ({ call }: Pick<typeof server, 'call'>) => (await call(api.readHealth)).body.data.alarms
  for (let times = 0; times < 2; times++) await raiseAlarm(server.db, { kind: 'entry_rejected', subject: 'bid 7' })
  await raiseAlarm(server.db, { kind: 'logins_limited', subject: '2026-11-22' })
  await raiseAlarm(bystander.db, { kind: 'entry_rejected', subject: 'bid 7' })
  expect([await countOf(server), await countOf(bystander)]).toEqual([2, 1])
})
