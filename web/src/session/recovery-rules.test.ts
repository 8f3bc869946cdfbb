import { expect, test } from 'vitest'
import { bidAmountIn, formDataOf, isRecoverable } from './recovery-rules.ts'

const field = (name: string, value = 'typed', form = 'add') => ({ form, name, value })

test('Typed values are stored by form and field', () => {
  expect(formDataOf([field('maxBid', '24.50'), field('url', '1234567', '')])).toEqual({
    'add/maxBid': '24.50',
    '/url': '1234567',
  })
})

test('A value in a field with a secret name is not stored', () => {
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

test('A card number is not stored, with or without spaces and dashes', () => {
  expect(isRecoverable(field('note', '4111 1111 1111 1111'))).toBe(false)
  expect(isRecoverable(field('note', '4111-1111-1111-1'))).toBe(false)
  expect(isRecoverable(field('note', '123456789012'))).toBe(true)
  expect(isRecoverable(field('note', '12345678901234567890'))).toBe(true)
})

test('A value in a field without a name is not stored', () => {
  expect(isRecoverable(field(''))).toBe(false)
})

test('The bid amount is read from the maxBid field', () => {
  expect(bidAmountIn({ 'bid/maxBid': '$1,250.00' })).toBe(1_250)
  expect(bidAmountIn({ 'bid/maxBid': '' })).toBeUndefined()
  expect(bidAmountIn({ 'bid/seconds': '7' })).toBeUndefined()
})
