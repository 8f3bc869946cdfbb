import { jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GoogleIssuer, startGoogleIssuer } from '../../../test/google-issuer.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { createGoogleKeys } from './google-keys.ts'

const MINUTE_MS = 60_000

let issuer: GoogleIssuer
beforeEach(async () => {
  issuer = await startGoogleIssuer({ maxAgeS: 3_600 })
})
afterEach(() => issuer[Symbol.asyncDispose]())

function open() {
  const clock = manualClock(Date.UTC(2026, 10, 20))
  const keys = createGoogleKeys({ clock, url: issuer.url })
  const verify = (token: string) =>
    jwtVerify(token, keys).then(
      () => true,
      () => false,
    )
  return { clock, keys, verify }
}

test('The keys are read once for as long as Cache-Control says, however many tokens arrive at once', async () => {
  const { clock, verify } = open()
  const token = await issuer.sign({})
  expect(await Promise.all(Array.from({ length: 10 }, () => verify(token)))).not.toContain(false)
  await clock.advanceBy(59 * MINUTE_MS)
  expect(await verify(token)).toBe(true)
  expect(issuer.reads()).toBe(1)
  await clock.advanceBy(2 * MINUTE_MS)
  expect(await verify(token)).toBe(true)
  expect(issuer.reads()).toBe(2)
})

test('After a rotation, the new key is read at once and the old key is refused', async () => {
  const { clock, verify } = open()
  const former = await issuer.sign({})
  expect(await verify(former)).toBe(true)
  await clock.advanceBy(2 * MINUTE_MS)
  await issuer.rotate('second')
  expect(await verify(await issuer.sign({}))).toBe(true)
  expect(await verify(former)).toBe(false)
  expect(issuer.reads()).toBe(2)
})

test('Tokens with invented keys cause one read a minute, and do not disturb tokens with real ones', async () => {
  const { clock, verify } = open()
  const real = await issuer.sign({})
  expect(await verify(real)).toBe(true)
  await clock.advanceBy(2 * MINUTE_MS)
  for (const kid of ['x1', 'x2', 'x3']) expect(await verify(await issuer.sign({}, { header: { kid } }))).toBe(false)
  expect(issuer.reads()).toBe(2)
  expect(await verify(real)).toBe(true)
})

test('While the keys cannot be read, tokens are refused for now; known keys go on working', async () => {
  const { clock, keys, verify } = open()
  issuer.setDown(true)
  const token = await issuer.sign({})
  await expect(jwtVerify(token, keys)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  issuer.setDown(false)
  expect(await verify(token)).toBe(true)
  issuer.setDown(true)
  await clock.advanceBy(30 * MINUTE_MS)
  expect(await verify(token)).toBe(true)
})
