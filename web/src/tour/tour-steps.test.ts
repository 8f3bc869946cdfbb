import { TOUR } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { isAtPage, pageOfStep, tourSteps } from './tour-steps.ts'

const isSettings = (pathname: string, search: string) => isAtPage('/settings?tab=credentials', { pathname, search })
const STEPS = tourSteps('Auction House')

test('The tour has four steps: welcome, demo auction, go to settings, and the form for the login', () => {
  expect(STEPS).toHaveLength(TOUR.steps)
  expect(STEPS.map(({ id, action, nextRoute }) => ({ id, action, nextRoute }))).toEqual([
    { id: 'welcome', action: 'modal', nextRoute: undefined },
    { id: 'demo-auction', action: 'highlight', nextRoute: undefined },
    { id: 'go-to-settings', action: 'navigate', nextRoute: '/settings?tab=credentials' },
    { id: 'credentials-form', action: 'highlight', nextRoute: '/dashboard' },
  ])
  expect(STEPS.filter(({ target }) => target !== undefined).map(({ action }) => action)).toEqual([
    'highlight',
    'highlight',
  ])
})

test('The first three steps are shown on the dashboard, and the last one where the login is entered', () => {
  expect(STEPS.map((_step, index) => pageOfStep(STEPS, index))).toEqual([
    '/dashboard',
    '/dashboard',
    '/dashboard',
    '/settings?tab=credentials',
  ])
})

test('An address is a page when it has its path and its query values, whatever else it has', () => {
  expect(isSettings('/settings', '?tab=credentials')).toBe(true)
  expect(isSettings('/settings', '?from=mail&tab=credentials')).toBe(true)
  expect(isSettings('/settings', '?tab=security')).toBe(false)
  expect(isSettings('/settings', '')).toBe(false)
  expect(isSettings('/dashboard', '?tab=credentials')).toBe(false)
  expect(isAtPage('/dashboard', { pathname: '/dashboard', search: '?item=3' })).toBe(true)
})
