import { expect, test } from 'vitest'
import { amountOf } from '../api/form-in-use.ts'
import { formKey, isRecoverable, savedFields, savedFormData, withEarlierFields } from './recovery-rules.ts'

const field = (name: string, value = 'typed', form: string | null = 'bid#5501') => ({ form, name, value })
const saved = (...fields: ReturnType<typeof field>[]) => savedFormData(fields, 'scheduling_snipe', 1_000)

test('Typed values are stored by form and field, and those outside any form by field', () => {
  const fields = [field('max_bid', '24.50'), field('max_bid', '9', 'bid#5502'), field('search', 'lamp', null)]
  expect(saved(...fields)).toEqual({
    forms: { 'bid#5501': { max_bid: '24.50' }, 'bid#5502': { max_bid: '9' } },
    standalone: { search: 'lamp' },
    timestamp: 1_000,
    actionType: 'scheduling_snipe',
    isValid: true,
  })
})

test('Stored values are read back with their forms', () => {
  const fields = [field('max_bid', '24.50'), field('max_bid', '9', 'bid#5502'), field('search', 'lamp', null)]
  expect(savedFields(saved(...fields))).toEqual(fields)
})

test('Stored data without any value is not valid, and data that is not valid returns nothing', () => {
  expect(saved(field('password')).isValid).toBe(false)
  expect(savedFields({ ...saved(field('max_bid')), isValid: false })).toEqual([])
})

test('The key of a form contains the auction it is for, and a form without a name has none', () => {
  expect(formKey('bid', '5501')).toBe('bid#5501')
  expect(formKey('lead', undefined)).toBe('lead')
  expect(formKey('', '5501')).toBeNull()
})

test('What was typed before the page was loaded again is kept, unless the same form has newer values', () => {
  const earlier = saved(field('max_bid', '20'), field('lead', '42', 'lead'), field('search', 'lamp', null))
  const merged = withEarlierFields(saved(field('max_bid', '30')), earlier)
  expect(merged).toMatchObject({
    forms: { 'bid#5501': { max_bid: '30' }, lead: { lead: '42' } },
    standalone: { search: 'lamp' },
  })
  expect(savedFields(withEarlierFields(saved(), earlier))).toHaveLength(3)
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

test('A typed amount is read with or without a dollar sign and commas', () => {
  expect(['$1,250.00', '24.5', '', 'an auction'].map(amountOf)).toEqual([1_250, 24.5, undefined, undefined])
})
