import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as tables from './e2e/spec-sentences.ts'

const sourcesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))

/** The folders whose tests expect sentences. */
const TESTED = ['server/src', 'web/src', 'contract/src']

const entries = Object.entries(tables).flatMap(([table, sentences]) =>
  Object.entries(sentences).map(([name, sentence]) => ({ member: `${table}.${name}`, sentence })),
)

test("A story or a test expects each of the description's sentences", () => {
  const stories = [
    ...sourcesIn('e2e/stories', /\.spec\.ts$/),
    ...TESTED.flatMap((folder) => sourcesIn(folder, /\.test\.ts$/)),
  ].join('\n')
  expect(entries.length).toBeGreaterThan(40) // an empty table would pass
  const isExpected = (member: string, sentence: string) =>
    new RegExp(`\\b${member}\\b`).test(stories) ||
    // A sentence that ends with a value is expected from its start.
    ["'", '"', '`'].some((quote) => stories.includes(quote + sentence))
  const unexpected = entries.filter(({ member, sentence }) => !isExpected(member, sentence))
  expect(unexpected.map(({ member }) => member)).toEqual([])
})
