import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as tables from '../e2e/spec-sentences.ts'

type Source = { path: string; text: string }

const sourcesIn = (folder: string, ending: RegExp): Source[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') }))

/** The folders whose tests expect sentences. */
const TESTED = ['server/src', 'web/src', 'contract/src']

const entries = Object.entries(tables).flatMap(([table, sentences]) =>
  Object.entries(sentences).map(([name, sentence]) => ({ member: `${table}.${name}`, sentence })),
)

test("A story or a test expects each of the description's sentences", () => {
  const stories = [
    ...sourcesIn('e2e/stories', /\.spec\.ts$/),
    ...TESTED.flatMap((folder) => sourcesIn(folder, /\.test\.ts$/)),
  ]
    .map(({ text }) => text)
    .join('\n')
  expect(entries.length).toBeGreaterThan(40) // an empty table would pass
  const isExpected = (member: string, sentence: string) =>
    new RegExp(`\\b${member}\\b`).test(stories) ||
    // A sentence that ends with a value is expected from its start.
    ["'", '"', '`'].some((quote) => stories.includes(quote + sentence))
  const unexpected = entries.filter(({ member, sentence }) => !isExpected(member, sentence))
  expect(unexpected.map(({ member }) => member)).toEqual([])
})

test("Each of the description's sentences stands in one file of the catalogue, and each label in a component", () => {
  const catalogue = textsIn(sourcesIn('contract/src', /^(?!.*\.test\.ts$).*\.ts$/))
  const components = sourcesIn('web/src', /\.tsx$/)
  const shown = [...textsIn(components), ...components.flatMap(markupIn)]
  expect(Math.min(catalogue.length, shown.length)).toBeGreaterThan(500) // an empty scan would pass
  const misplaced = entries.flatMap(({ member, sentence }) => {
    const said = placesOf(sentence, catalogue)
    const places = said.length === 0 && member.startsWith('LABELS.') ? placesOf(sentence, shown) : said
    return said.length > 1 || places.length === 0 ? [{ member, places }] : []
  })
  expect(misplaced).toEqual([])
})

test('The scan of the sources finds plain texts, templates with values, and the start of a template', () => {
  const text = `const a = 'It failed'; const b = "It's over"; \`At \${at} of \${day()}!\`; \`Failed twice: \${why}\``
  const texts = textsIn([{ path: 'a.ts', text }])
  const isSaid = (sentence: string) => placesOf(sentence, texts).length > 0
  for (const said of ['It failed', "It's over", 'At noon of Monday!', 'Failed twice', 'Failed twice: all']) {
    expect([said, isSaid(said)]).toEqual([said, true])
  }
  for (const unsaid of ['It failed again', 'At noon of Monday', 'failed twice', 'It']) {
    expect([unsaid, isSaid(unsaid)]).toEqual([unsaid, false])
  }
  expect(placesOf('Sign In', markupIn({ path: 'b.tsx', text: '<Button>\n  Sign In\n</Button>' }))).toEqual(['b.tsx'])
})

/** A text of the product. `values`: it is a template, whose `${…}` stand for anything. */
type Text = { path: string; text: string; values: boolean }

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const VALUE = /\$\{[^}]*\}/g

const textsIn = (sources: readonly Source[]): Text[] =>
  sources.flatMap(({ path, text: source }) =>
    [...source.matchAll(LITERAL)].flatMap(([, single, double, template]) => {
      const text = (single ?? double ?? template ?? '').replaceAll("\\'", "'")
      // A template of values alone would match everything.
      const hasWords = /[a-z].*[a-z]/i.test(text.replaceAll(VALUE, ''))
      return hasWords ? [{ path, text, values: template !== undefined }] : []
    }),
  )

/** The texts between the tags of a component. */
const markupIn = ({ path, text: source }: Source): Text[] =>
  [...source.matchAll(/>\s*([A-Z][^<>{}]*?)\s*</g)].map(([, text = '']) => ({ path, text, values: false }))

/** The files that say a sentence, or the start of one that goes on with a value. A plain text counts before a template. */
function placesOf(sentence: string, texts: readonly Text[]): string[] {
  const plain = texts.filter(({ text, values }) => !values && text === sentence)
  const templates = texts.filter(({ text, values }) => values && fits(sentence, text))
  return [...new Set((plain.length > 0 ? plain : templates).map(({ path }) => path))]
}

function fits(sentence: string, template: string): boolean {
  const parts = template.split(VALUE)
  const isStart = parts.length > 1 && parts[0] !== undefined && parts[0].startsWith(sentence)
  const escaped = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return isStart || new RegExp(`^${escaped.join('.+')}$`).test(sentence)
}
