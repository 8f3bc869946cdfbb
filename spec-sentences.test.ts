import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as tables from './e2e/spec-sentences.ts'

const sourcesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))

const entries = Object.entries(tables).flatMap(([table, sentences]) =>
  Object.entries(sentences).map(([name, sentence]) => ({ member: `${table}.${name}`, sentence })),
)

test("A story or a test expects each of the description's sentences about accounts and plans", () => {
  const stories = [...sourcesIn('e2e/stories', /\.spec\.ts$/), ...sourcesIn('server', /\.test\.ts$/)].join('\n')
  expect(entries.length).toBeGreaterThan(40) // an empty table would pass
  const isExpected = (member: string, sentence: string) =>
    new RegExp(`\\b${member}\\b`).test(stories) ||
    [`'${sentence}'`, `"${sentence}"`].some((literal) => stories.includes(literal))
  const unexpected = entries.filter(({ member, sentence }) => !isExpected(member, sentence))
  expect(unexpected.map(({ member }) => member)).toEqual([])
})
