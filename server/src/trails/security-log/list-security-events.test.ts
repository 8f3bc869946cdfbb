import { api } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { startTestApi } from '../../../test/api.ts'

test('The security log lists what happened to the account in pages, also failed sign-ins, and nothing of others', async () => {
  await using server = await startTestApi()
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const headers = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  await server.call(api.signIn, { body: { email: ann.email, password: 'a wrong one' }, headers })
  for (let times = 0; times < 26; times++)
    await server.call(api.signIn, { body: { email: ann.email, password: ann.password } })

  const first = (await server.call(api.listSecurityEvents, { token: ann.token })).body.data
  expect(first.events).toHaveLength(25)
  const cursor = first.next_cursor ?? ''
  const second = (await server.call(api.listSecurityEvents, { token: ann.token, query: { cursor } })).body.data
  expect(second.next_cursor).toBeNull()
  const failed = second.events.find(({ outcome }) => outcome === 'failed')
  expect(failed).toMatchObject({ kind: 'signed_in', ip_address: '127.0.0.1', device: 'Firefox on Windows' })
  const ids = [...first.events, ...second.events].map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect((await server.call(api.listSecurityEvents, { token: ann.token, query: { cursor: 'x' } })).status).toBe(400)
  const ofBob = (await server.call(api.listSecurityEvents, { token: bob.token })).body.data.events
  expect(ofBob.map(({ kind }) => kind)).toEqual(['signed_in', 'registered'])
})
