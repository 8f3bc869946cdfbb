import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The checks that the checklist has to answer, by their numbers. */
const CHECKS = [...Array.from({ length: 27 }, (_, index) => index + 1), 32, 39, 57, 59, 60, 61, 62, 64, 65]

const checklist = readFileSync('docs/security-checklist.md', 'utf8')

test('Every check of the security checklist names a test, or says why there is none', () => {
  const sections = checklist.split(/^## /m).slice(1)
  expect(sections.map((section) => Number.parseInt(section, 10))).toEqual(CHECKS)
  expect(sections.filter((section) => !/^- \[|^(Note|Deviation): /m.test(section))).toEqual([])
})

test('Every test that the security checklist names exists in the named file', () => {
  const named = [...checklist.matchAll(/^- \[[^\]]+\]\(\.\.\/([^)]+)\): (.+)$/gm)]
  expect(named.length).toBeGreaterThan(60) // an empty scan would pass
  const missing = named.filter(([, path = '', title = '']) => !readFileSync(join(path), 'utf8').includes(title))
  expect(missing.map(([line]) => line)).toEqual([])
})
