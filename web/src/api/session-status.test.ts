import { expect, test } from 'vitest'
import { sessionStatus } from './session-status.ts'

const answer = (status: number, expired?: string) =>
  sessionStatus(new Response(null, { status, headers: expired === undefined ? {} : { 'X-Token-Expired': expired } }))

test('a token that has run out can be exchanged', () => {
  expect(answer(401, 'true')).toBe('expired')
})

test('a refused password ends no session', () => {
  expect(answer(401, 'false')).toBe('stands')
})

test('any other refusal of the token ends the session', () => {
  expect(answer(401)).toBe('over')
})

test('what failed for other reasons says nothing of the session', () => {
  for (const status of [200, 400, 403, 404, 429, 500, 503]) expect(answer(status)).toBe('stands')
})
