import { expect, test } from 'vitest'
import { outcomeLines } from './outcome-lines.ts'

test('The outcome of a run has a line for each of the first three failures, and counts the others', () => {
  expect(outcomeLines(['3 changed.'], [])).toEqual(['3 changed.'])
  expect(outcomeLines(['0 changed, 3 not.'], ['A', 'B', 'C'])).toEqual(['0 changed, 3 not.', 'A', 'B', 'C'])
  expect(outcomeLines(['0 changed, 4 not.'], ['A', 'B', 'C', 'D']).slice(1)).toEqual(['A', 'B', 'C', 'and 1 more'])
})
