import { expect, test } from 'vitest'
import { bidAmountIn, formDataOf, isRecoverable } from './recovery-rules.ts'

const field = (name: string, value = 'typed', form = 'add') => ({ form, name, value })

test('what was typed is kept per form', () => {
  expect(formDataOf([field('maxBid', '24.50'), field('url', '1234567', '')])).toEqual({
    'add/maxBid': '24.50',
    '/url': '1234567',
  })
})

test('nothing secret by its name is kept', () => {
  const names = [
    'password',
    'confirmPassword',
    'clientSecret',
    'authToken',
    'apiKey',
    'SSN',
    'cardNumber',
    'creditLimit',
    'social',
  ]
  expect(names.filter((name) => isRecoverable(field(name)))).toEqual([])
})

test('nothing that looks like a card number is kept, however it is spaced', () => {
  expect(isRecoverable(field('note', '4111 1111 1111 1111'))).toBe(false)
  expect(isRecoverable(field('note', '4111-1111-1111-1'))).toBe(false)
  expect(isRecoverable(field('note', '123456789012'))).toBe(true)
  expect(isRecoverable(field('note', '12345678901234567890'))).toBe(true)
})

test('a field without a name cannot be found again, so it is not kept', () => {
  expect(isRecoverable(field(''))).toBe(false)
})

test('the amount of a bid being typed is known from its field', () => {
  expect(bidAmountIn({ 'bid/maxBid': '$1,250.00' })).toBe(1_250)
  expect(bidAmountIn({ 'bid/maxBid': '' })).toBeUndefined()
  expect(bidAmountIn({ 'bid/seconds': '7' })).toBeUndefined()
})
