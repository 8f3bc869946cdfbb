import { expect, test } from 'vitest'
import { SETTINGS_TABS, settingsTab } from './settings-tab.ts'

test('The address of the settings opens each tab by its name, and the one with the data by both of its names', () => {
  expect(SETTINGS_TABS.map((tab) => settingsTab(tab, true))).toEqual(SETTINGS_TABS)
  expect(settingsTab('data', true)).toBe('privacy')
})

test.each([null, '', 'nonsense', 'Credentials', 'credentials,security', '__proto__'])(
  'The settings open their first tab for the unknown name %j',
  (requested) => {
    expect(settingsTab(requested, true)).toBe('profile')
  },
)

test('The tab of plans opens until it is known that there are none', () => {
  expect(settingsTab('subscription', undefined)).toBe('subscription')
  expect(settingsTab('subscription', false)).toBe('profile')
  expect(settingsTab('credentials', false)).toBe('credentials')
})
