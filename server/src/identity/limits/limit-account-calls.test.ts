import { api } from '@bidwell/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bidding, startBidding } from '../../../test/bidding.ts'

let bidding: Bidding
beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const call: Bidding['api']['call'] = (...args) => bidding.api.call(...args)
const patchProfile = async (token: string, body: Record<string, unknown>) =>
  (await call(api.changeProfile, { token, body })).status

test('Calls with a refused body use up nothing', async () => {
  const { token } = await bidding.bidder()
  for (let calls = 0; calls < 101; calls += 1) expect(await patchProfile(token, { nonsense: 1 })).toBe(400)
  expect(await patchProfile(token, { shipping_zip: '98101' })).toBe(200)
})

test('Once a thief has used up the changes of an account, its owner can still make it safer', async () => {
  const [owner, bystander] = [await bidding.bidder(), await bidding.bidder()]
  const { token } = owner
  for (let calls = 0; calls < 100; calls += 1) await patchProfile(token, { shipping_zip: '98101' })
  expect([await patchProfile(token, {}), await patchProfile(bystander.token, {})]).toEqual([429, 200])

  const password = 'another horse battery'
  const statuses = [
    await call(api.proveIdentity, { token, body: { method: 'password', password: owner.password } }),
    await call(api.removeCredentials, { token, params: { provider: 'shopgoodwill' } }),
    await call(api.changePassword, { token, body: { password, confirmPassword: password } }),
    await call(api.setPause, { token, body: { paused: true } }),
    await call(api.endSessions, { token, body: { except_this: true } }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  const { secret } = (await call(api.beginTotp, { token })).body.data
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) })
  expect((await call(api.confirmTotp, { token, body: { code } })).status).toBe(200)
  expect((await call(api.deleteAccount, { token })).status).toBe(200)
})
