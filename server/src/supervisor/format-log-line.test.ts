import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { formatLogLine } from './format-log-line.ts'

const line = (level: number, more: object = {}) =>
  JSON.stringify({ level, time: Date.UTC(2030, 0, 1), process: 'engine', msg: 'armed', ...more })

const format = (text: string, verbose = false) => {
  const formatted = formatLogLine(text, verbose)
  return formatted && stripVTControlCharacters(formatted)
}

test('The terminal shows warnings, and other log lines only with the verbose option', () => {
  expect(format(line(30))).toBe(null)
  expect(format(line(30), true)).toMatch(/^\d\d:\d\d:\d\d engine: armed$/)
  expect(format(line(40, { bidId: 7 }))).toMatch(/ engine: armed \{"bidId":7\}$/)
})

test('The terminal shows an error with its stack', () => {
  expect(format(line(50, { err: { message: 'no', stack: 'Error: no\n    at fire.ts:1' } }))).toMatch(
    /engine: armed\nError: no\n    at fire.ts:1$/,
  )
})

test('The terminal shows an error without a stack in the same line', () => {
  expect(format(line(40, { err: { type: 'Error', message: 'timeout expired' } }))).toMatch(
    /engine: armed \(timeout expired\)$/,
  )
})

test('The terminal shows the output of a crash unchanged', () => {
  for (const text of ['Error: out of memory', '{ code: 7 }', 'null', '{"not":"ours"}']) expect(format(text)).toBe(text)
})
