import { expect, test } from 'vitest'
import { areDefaults, backToDefaults, channelsOf, mergeChoices, withoutSaved, withToggled } from './channel-choices.ts'

test('A kind goes where the user has just chosen, or had chosen, or else where its class goes', () => {
  expect(channelsOf('bid_won', { bid_won: ['sms'] }, { bid_won: [] })).toEqual(['sms'])
  expect(channelsOf('bid_won', {}, { bid_won: [] })).toEqual([])
  expect(channelsOf('bid_won', {}, {})).toEqual(['push', 'email', 'webhook'])
  expect(channelsOf('price_reached', {}, {})).toEqual(['push', 'webhook'])
})

test('A channel is added and taken away, and the others stay', () => {
  expect(withToggled(['push', 'webhook'], 'email')).toEqual(['push', 'email', 'webhook'])
  expect(withToggled(['push', 'email', 'webhook'], 'push')).toEqual(['email', 'webhook'])
})

test('Only choices that differ from the defaults are stored, and those of other kinds stay', () => {
  const stored = { bid_lost: ['sms' as const], of_tomorrow: ['sms' as const] }
  expect(mergeChoices(stored, { bid_won: [], bid_lost: ['webhook', 'email', 'push'] })).toEqual({
    of_tomorrow: ['sms'],
    bid_won: [],
  })
})

test('What was ticked while others were saved is still to be saved', () => {
  const saved = { bid_won: ['sms' as const], bid_lost: ['email' as const] }
  const later = { ...saved, bid_lost: ['email' as const, 'push' as const], price_reached: [] }
  expect(withoutSaved(later, saved)).toEqual({ bid_lost: ['email', 'push'], price_reached: [] })
  expect(withoutSaved(saved, saved)).toEqual({})
})

test('Back to the defaults, nothing of a known kind is stored', () => {
  const stored = { bid_lost: ['sms' as const] }
  expect(areDefaults({}, stored)).toBe(false)
  expect(areDefaults(backToDefaults(), stored)).toBe(true)
  expect(mergeChoices(stored, backToDefaults())).toEqual({})
})
