import { api } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../test/api.ts'
import { tourRoutes } from './routes.ts'

let server: TestApi
beforeAll(async () => {
  server = await startTestApi({ routes: tourRoutes })
})
afterAll(() => server[Symbol.asyncDispose]())

const isOffered = async (token: string) =>
  (await server.call(api.readSetupStatus, { token })).body.status.should_show_guided_tour

test.each([api.completeTour, api.skipTour])(
  'After $path the tour is not offered again, and others still see it',
  async (end) => {
    const [ann, bob] = [await server.signUp(), await server.signUp()]
    expect(await isOffered(ann.token)).toBe(true)
    expect((await server.call(end, { token: ann.token })).status).toBe(200)
    expect(await isOffered(ann.token)).toBe(false)
    expect(await isOffered(bob.token)).toBe(true)
    // The flag is the account's: another session reads the same.
    expect(await isOffered(await server.signIn(ann))).toBe(false)
  },
)

test('Ending the tour again answers the same and keeps how it ended first', async () => {
  const { token, accountId } = await server.signUp()
  for (const end of [api.completeTour, api.completeTour, api.skipTour]) {
    expect((await server.call(end, { token })).body).toEqual({ success: true, data: {} })
  }
  const account = await server.db
    .selectFrom('accounts')
    .select(['tour_outcome', 'tour_ended_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  expect(account).toEqual({ tour_outcome: 'completed', tour_ended_at: expect.any(Date) })
})
