import { api } from '@bidwell/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApi } from '../../test/api.ts'
import { showAlarms } from '../commands/show-alarms.ts'
import { raiseAlarm } from './alarms.ts'

test('An alarm is counted once in the health of the API, until an operator prints and clears it', async () => {
  await using server = await startTestApi()
  await using bystander = await startTestApi()
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  const operator = async (action?: string) => {
    await showAlarms({ DATABASE_URL: server.databaseUrl }, action)
    return String(write.mock.lastCall?.[0])
  }
  const countOf = async ({ call }: Pick<typeof server, 'call'>) => (await call(api.readHealth)).body.data.alarms
  for (let times = 0; times < 2; times++) await raiseAlarm(server.db, { kind: 'entry_rejected', subject: 'bid 7' })
  await raiseAlarm(server.db, { kind: 'journal_unreadable', subject: 'unreadable-journal-1-5.ndjson' })
  await raiseAlarm(server.db, { kind: 'logins_limited', subject: '2026-11-22' })
  await raiseAlarm(bystander.db, { kind: 'entry_rejected', subject: 'bid 7' })

  expect(await countOf(server)).toBe(3)
  expect(await operator()).toMatch(
    /refused an entry about bid 7.*\n.*kept as unreadable-journal-1-5\.ndjson.*\n.*On 2026-11-22, so many logins failed/,
  )
  expect(await countOf(server)).toBe(3)
  await operator('clear')
  expect(await countOf(server)).toBe(0)
  expect(await operator()).toBe('No alarms.\n')
  expect(await countOf(bystander)).toBe(1)
})
