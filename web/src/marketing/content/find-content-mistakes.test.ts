import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findContentMistakes } from './find-content-mistakes.ts'

const shipped = readFileSync('web/site-content.json', 'utf8')
const changed = (change: Record<string, unknown>) => JSON.stringify({ ...JSON.parse(shipped), ...change })

test('The shipped site content has no mistakes', () => {
  expect(findContentMistakes(shipped)).toEqual([])
})

test('Each mistake in the site content is named by its place', () => {
  const claims = [{ figure: 10_000, of: 'users' }, { figure: '' }]
  expect(findContentMistakes(changed({ claims, heroes: [] }))).toEqual([
    'claims.0.figure: Invalid input: expected string, received number',
    'claims.1.figure: Too small: expected string to have >=1 characters',
    'claims.1.of: Invalid input: expected string, received undefined',
    'the file: Unrecognized key: "heroes"',
  ])
})

test('Site content that is no JSON is one mistake', () => {
  expect(findContentMistakes('{ "hero": ')).toEqual([expect.stringMatching(/^it is no JSON: /)])
})

test('The shipped site content has both claims of the product, as figures of the operator', () => {
  const { claims }: { claims: unknown } = JSON.parse(shipped)
  expect(claims).toEqual([
    { figure: '10,000+', of: 'users' },
    { figure: '85%', of: 'higher win rate' },
  ])
})
