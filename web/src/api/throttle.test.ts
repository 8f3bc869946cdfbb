import { expect, test } from 'vitest'
import { createThrottle } from './throttle.ts'

const readSite = { method: 'GET', endpoint: '/site', url: '/site' }
const readProfile = { method: 'GET', endpoint: '/profile', url: '/profile' }

test('A read that is aborted while it waits for the rate limit ends at once', async () => {
  const throttle = createThrottle()
  const read = new AbortController()
  await throttle(readSite)
  const waiting = throttle(readSite, read.signal)
  read.abort(new Error('The page was closed'))
  await expect(waiting).rejects.toThrow('The page was closed')
  await expect(throttle(readProfile)).resolves.toBeUndefined()
})
