import { expect, test } from 'vitest'
import { startTestApi } from '../../test/api.ts'
import { settableClock } from '../../test/settable-clock.ts'

const PATH = '/.well-known/security.txt'

test('Where the operator publishes an address, security.txt names it until a date less than a year ahead', async () => {
  const clock = settableClock(Date.UTC(2026, 10, 26))
  await using server = await startTestApi({ supportEmail: 'help+security@example.com', clock })
  const answer = await fetch(server.url + PATH)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect((await answer.text()).split('\n')).toEqual([
    'Contact: mailto:help+security@example.com',
    'Expires: 2027-02-24T00:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: https://bids.example/.well-known/security.txt',
    '',
  ])
})

test('Without an address of the operator there is no security.txt', async () => {
  await using server = await startTestApi()
  expect((await fetch(server.url + PATH)).status).toBe(404)
})
