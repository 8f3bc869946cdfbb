import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { readableLine } from './readable-line.ts'

const line = (level: number, more: object = {}) =>
  JSON.stringify({ level, time: Date.UTC(2030, 0, 1), process: 'engine', msg: 'armed', ...more })

const shown = (text: string, verbose = false) => {
  const readable = readableLine(text, verbose)
  return readable && stripVTControlCharacters(readable)
}

test('the terminal shows what needs attention, and the rest only on request', () => {
  expect(shown(line(30))).toBe(null)
  expect(shown(line(30), true)).toMatch(/^\d\d:\d\d:\d\d engine: armed$/)
  expect(shown(line(40, { bidId: 7 }))).toMatch(/ engine: armed \{"bidId":7\}$/)
})

test('an error is shown with where it happened', () => {
  expect(shown(line(50, { err: { message: 'no', stack: 'Error: no\n    at fire.ts:1' } }))).toMatch(
    /engine: armed\nError: no\n    at fire.ts:1$/,
  )
})

test('what a crash says is shown as it is', () => {
  for (const text of ['Error: out of memory', '{ code: 7 }', 'null', '{"not":"ours"}']) expect(shown(text)).toBe(text)
})
