import { messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { startConnecting } from '../../test/connecting.ts'
import { manualClock } from '../../test/manual-clock.ts'

const NOON = Date.UTC(2026, 10, 20, 20)

test('of many concurrent stores of wrong credentials, at most three reach the site', async () => {
  await using it = await startConnecting()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => it.store({ ...it.credentials, password: 'wrong' })),
  )
  expect(it.logins()).toBeLessThanOrEqual(3)
  for (const { status, headers } of answers) {
    expect([422, 429]).toContain(status)
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('a login attempt that a died process left behind blocks others for thirty seconds', async () => {
  const clock = manualClock(NOON)
  await using it = await startConnecting(clock)
  await it.api.db
    .updateTable('accounts')
    .set({ login_attempt_started_at: new Date(NOON) })
    .where('id', '=', it.person.accountId)
    .execute()
  const { status, failure } = await it.store()
  expect([status, failure.message]).toEqual([429, messages.generic.tooManyRequests])
  await clock.advanceBy(30_001)
  expect((await it.store()).status).toBe(200)
  expect((await it.store()).status).toBe(200)
})
