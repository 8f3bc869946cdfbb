import { afterEach, beforeEach, expect, test } from 'vitest'
import { call, openTestHouse, signIn } from '../../test/open-test-house.ts'
import { sealCredential } from '../index.ts'

let house: Awaited<ReturnType<typeof openTestHouse>>

beforeEach(async () => {
  house = await openTestHouse()
})
afterEach(() => house[Symbol.asyncDispose]())

const statusWith = async (token: string) =>
  (await call(house, 'SaveSearches/GetSaveSearches', { token, body: {} })).status

async function signInWhole() {
  const body = { userName: sealCredential('demo'), password: sealCredential('demo') }
  return (await call(house, 'SignIn/Login', { body })).json
}

const refresh = (token: string) =>
  call(house, 'SignIn/RefreshToken', { body: { refreshToken: token, clientIpAddress: '' } })

test('An access token is valid for exactly the lifetime that control sets', async () => {
  house.control.setTokenLife({ lifeSeconds: 60 })
  const token = await signIn(house)
  house.advance(58_000)
  expect(await statusWith(token)).toBe(200)
  house.advance(2_000)
  expect(await statusWith(token)).toBe(401)
})

test('A refresh token yields a new access token once', async () => {
  const { accessToken, refreshToken } = await signInWhole()
  house.control.expireTokens({ userName: 'demo' })
  expect(await statusWith(accessToken)).toBe(401)
  const renewed = await refresh(refreshToken.token)
  expect(await statusWith(renewed.json.accessToken)).toBe(200)
  expect((await refresh(refreshToken.token)).status).toBe(401)
  expect((await refresh(renewed.json.refreshToken.token)).status).toBe(200)
})

test('Logging out invalidates the access token and the refresh token', async () => {
  const { accessToken, refreshToken } = await signInWhole()
  expect((await call(house, 'SignIn/RevokeToken', { token: accessToken, body: {} })).json.status).toBe(true)
  expect(await statusWith(accessToken)).toBe(401)
  expect((await refresh(refreshToken.token)).status).toBe(401)
})

test('Control revokes the tokens of all accounts at once', async () => {
  house.control.createAccount({ userName: 'ann', password: 'ann' })
  const tokens = [await signIn(house), await signIn(house, 'ann')]
  house.control.revokeTokens()
  expect(await Promise.all(tokens.map(statusWith))).toEqual([401, 401])
})

test('Control revokes the tokens of one account at a later moment', async () => {
  house.control.createAccount({ userName: 'ann', password: 'ann' })
  const tokens = [await signIn(house), await signIn(house, 'ann')]
  house.control.revokeTokens({ userName: 'ann', inSeconds: 12 })
  house.advance(11_999)
  expect(await Promise.all(tokens.map(statusWith))).toEqual([200, 200])
  house.advance(1)
  expect(await Promise.all(tokens.map(statusWith))).toEqual([200, 401])
})

test('Control counts the accepted and the refused sign-ins of each account', async () => {
  house.control.createAccount({ userName: 'ann', password: 'ann' })
  await signIn(house, 'ann')
  await signIn(house, 'ANN', 'ann')
  await signIn(house, 'ann', 'wrong')
  await signIn(house, 'nobody')
  expect(house.control.readAccount({ userName: 'ann' }).signIns).toEqual({ accepted: 2, refused: 1 })
  expect(house.control.readAccount({ userName: 'demo' }).signIns).toEqual({ accepted: 0, refused: 0 })
})

test('An access token stays valid after a restart, but not for another account with the same id', async () => {
  const before = await openTestHouse()
  before.control.createAccount({ userName: 'ann', password: 'ann' })
  const [demo, ann] = [await signIn(before), await signIn(before, 'ann')]
  await before[Symbol.asyncDispose]()
  await using after = await openTestHouse()
  after.control.createAccount({ userName: 'bob', password: 'bob' })
  const check = (token: string) => call(after, 'SaveSearches/GetSaveSearches', { token, body: {} })
  expect([(await check(demo)).status, (await check(ann)).status]).toEqual([200, 401])
})

test.each(['', 'x', 'x.y.z', 'e30.e30.e30', '....'])('The malformed token %j is refused', async (token) => {
  expect(await statusWith(token)).toBe(401)
})
