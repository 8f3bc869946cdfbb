import { expect, test } from 'vitest'
import { readHealth } from '@bidwell/contract'
import { startTestApi } from '../../test/api.ts'

test('a process with a database says that it can serve', async () => {
  await using api = await startTestApi()
  const { status, body } = await api.call(readHealth)
  expect(status).toBe(200)
  expect(body).toEqual({ success: true, data: { status: 'ok' } })
})
