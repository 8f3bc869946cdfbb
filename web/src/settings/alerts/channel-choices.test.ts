import { messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { channelsOf, levelOf, withKind, withLevel } from './channel-choices.ts'

test('A kind goes where the user had chosen, or else where its class goes', () => {
  expect(channelsOf({ bid_won: [] }, 'bid_won')).toEqual([])
  expect(channelsOf({}, 'bid_won')).toEqual(['push', 'email', 'webhook'])
  expect(channelsOf({}, 'price_reached')).toEqual(['push', 'webhook'])
})

test('A channel is added to a kind and taken away, and only a choice that differs from the defaults is stored', () => {
  const stored = { bid_lost: ['sms' as const], of_tomorrow: ['sms' as const] }
  const without = withKind(stored, 'bid_won', 'push', false)
  expect(without).toEqual({ ...stored, bid_won: ['email', 'webhook'] })
  expect(withKind(without, 'bid_won', 'push', true)).toEqual(stored)
})

test('Without any choice, mail gets results and warnings, devices and webhooks get everything, and a phone what is urgent', () => {
  expect(levelOf({}, 'email')).toBe('results')
  expect(levelOf({}, 'push')).toBe('everything')
  expect(levelOf({}, 'webhook')).toBe('everything')
  expect(levelOf({}, 'sms')).toBe('urgent')
})

test('Each level of a channel is the one that it was put on, changes no other channel, and leaves unknown kinds', () => {
  const stored = { of_tomorrow: ['sms' as const] }
  for (const { value } of messages.alertLevel.CHOICES) {
    const chosen = withLevel(stored, 'email', value)
    expect(levelOf(chosen, 'email')).toBe(value)
    expect(levelOf(chosen, 'push')).toBe('everything')
    expect(chosen['of_tomorrow']).toEqual(['sms'])
    expect(withLevel(chosen, 'email', 'results')).toEqual(stored)
  }
})

test('A mix that fits no level is a choice of its own', () => {
  expect(levelOf(withKind({}, 'bid_won', 'email', false), 'email')).toBeNull()
})

test('What ends an urgent trouble goes where only urgent alerts go', () => {
  const choices = withLevel({}, 'email', 'urgent')
  expect(channelsOf(choices, 'no_engine')).toContain('email')
  expect(channelsOf(choices, 'engine_returned')).toContain('email')
  expect(channelsOf(choices, 'bid_won')).not.toContain('email')
})
