import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { createOnce } from './once.ts'

const refusal = (status: number, code: string) => new ApiError({ status, code, message: '' })

test('A request keeps its key until it is answered, and another request has another key', () => {
  const once = createOnce()
  const key = once.keyFor('make a group')
  expect(once.keyFor('make a group')).toBe(key)
  expect(once.keyFor('make a token')).not.toBe(key)
  once.answered('make a group', null)
  expect(once.keyFor('make a group')).not.toBe(key)
})

test.each([
  [409, 'idempotency_in_flight', true],
  [502, 'unreadable', true],
  [409, 'idempotency_done', false],
  [422, 'rule_broken', false],
])('After the answer %i %s, the request keeps its key: %s', (status, code, isKept) => {
  const once = createOnce()
  const key = once.keyFor('make a group')
  once.answered('make a group', refusal(status, code))
  expect(once.keyFor('make a group') === key).toBe(isKept)
})

test('Once something was deleted, the same request is a new one', () => {
  const once = createOnce()
  const key = once.keyFor('make a group')
  once.forgetAll()
  expect(once.keyFor('make a group')).not.toBe(key)
})
