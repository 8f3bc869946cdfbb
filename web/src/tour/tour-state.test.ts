import { TOUR } from '@bidwell/contract'
import { expect, test } from 'vitest'
import {
  leaveTour,
  NO_TOUR,
  nextStep,
  previousStep,
  restoreTour,
  resumeTour,
  savedText,
  startTour,
} from './tour-state.ts'

const at = (currentStep: number) => ({ ...NO_TOUR, isActive: true, shouldShowTour: true, currentStep })

test('The tour is inactive until it is started, and starts at step 0', () => {
  expect(NO_TOUR).toEqual({ isActive: false, currentStep: 0, shouldShowTour: false, isLoading: false })
  expect(startTour(NO_TOUR)).toEqual({ ...NO_TOUR, isActive: true })
  expect(startTour({ ...at(2), isActive: false })).toEqual(at(0))
})

test('Next goes one step on and never past the last, Back one step back and never before the first', () => {
  expect([0, 1, 2, 3].map((step) => nextStep(at(step)).currentStep)).toEqual([1, 2, 3, 3])
  expect([0, 1, 2, 3].map((step) => previousStep(at(step)).currentStep)).toEqual([0, 0, 1, 2])
})

test('A tour that was left continues at its step', () => {
  expect(leaveTour(at(2))).toEqual({ ...at(2), isActive: false })
  expect(resumeTour(leaveTour(at(2)))).toEqual(at(2))
})

test('A saved tour is restored at its step, and is neither active nor offered before the server has answered', () => {
  expect(TOUR.steps).toBe(4)
  for (const currentStep of [0, 1, 2, 3]) {
    expect(restoreTour(JSON.stringify({ ...at(currentStep), isLoading: true }))).toEqual({ ...NO_TOUR, currentStep })
  }
})

test.each([
  null,
  '',
  'not JSON',
  'null',
  '[]',
  '{}',
  ...[-1, 4, 1.5, '2', null].map((currentStep) => JSON.stringify({ ...NO_TOUR, currentStep })),
  JSON.stringify({ isActive: true, currentStep: 2 }),
  JSON.stringify({ ...NO_TOUR, currentStep: 2, isActive: 'yes' }),
])('A saved tour without a valid step index or with missing fields is discarded: %s', (saved) => {
  expect(restoreTour(saved)).toEqual(NO_TOUR)
})

test('A tour is kept while it can be continued, with the four fields that the browser stores', () => {
  expect(JSON.parse(savedText(at(1)) ?? '')).toEqual({
    isActive: true,
    currentStep: 1,
    shouldShowTour: true,
    isLoading: false,
  })
  expect(savedText(leaveTour(at(1)))).not.toBeNull()
  expect(savedText(leaveTour(at(0)))).toBeNull()
  expect(savedText(NO_TOUR)).toBeNull()
})
