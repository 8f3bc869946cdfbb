import type { Destination } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { kindOf, stateOf } from './describe-place.ts'

const AT = '2026-11-22T12:00:00.000Z'
const place: Destination = {
  id: 7,
  channel: 'webhook',
  label: 'My program',
  address: 'https://hooks.example.com',
  preset: 'standard',
  verified_at: AT,
  stopped_at: null,
  stopped_because: null,
  failing_since: null,
  created_at: AT,
}
const stateWith = (change: Partial<Destination>) => stateOf({ ...place, ...change }, () => 'Sun 4:00 AM')
const stopped = (channel: Destination['channel'], because: string) =>
  stateWith({ channel, stopped_at: AT, stopped_because: because })

test('A place that works has one word', () => {
  expect(stateWith({})).toEqual({ word: 'On', tone: 'success', text: null })
  expect(stateWith({ channel: 'sms' })).toEqual({ word: 'Verified', tone: 'success', text: null })
})

test('A phone number without its code asks for it', () => {
  expect(stateWith({ channel: 'sms', verified_at: null })).toMatchObject({ word: 'Enter the code', tone: 'warning' })
})

test('A place that fails says since when', () => {
  expect(stateWith({ failing_since: AT })).toMatchObject({
    word: 'Failing',
    text: 'No alert has arrived since Sun 4:00 AM. If they keep failing for a day or more, alerts stop.',
  })
})

test.each([
  ['email', 'refused', /^It takes no messages\. .*Change your address/],
  ['webhook', 'gone', /^It says that it is gone for good\. .*add it again/],
  ['webhook', 'failing', /^It has taken no alert for a day\. .*add it again/],
  ['webhook', 'unreadable', /cannot be read any more by Bidwell/],
  ['sms', 'stop', /^It has answered STOP\. .*Text START/],
  ['sms', 'refused', /a code sent to it again/],
  ['push', 'gone', /turn on alerts again/],
  ['push', 'signed_out', /^It was signed out\. .*turn on alerts again/],
  ['webhook', 'something new', /^Alerts no longer go there\. Once it works, add it again/],
] as const)('A stopped place (%s, %s) says why, and what to do', (channel, because, text) => {
  const state = stopped(channel, because)
  expect(state).toMatchObject({ word: 'Stopped', tone: 'danger' })
  expect(state.text).toMatch(text)
})

test('A place tells its service and the host of its address', () => {
  expect(kindOf(place)).toBe('Signed webhook · hooks.example.com')
  expect(kindOf({ ...place, preset: 'ntfy', address: 'http://10.0.0.5:8080' })).toBe('ntfy · http://10.0.0.5:8080')
  expect(kindOf({ ...place, channel: 'push', address: 'https://fcm.googleapis.com' })).toBe(
    'Device · fcm.googleapis.com',
  )
})
