import { expect, test } from 'vitest'
import { createSseParser } from './sse-parser.ts'

function parse(...chunks: string[]) {
  const seen: string[] = []
  const push = createSseParser((data) => seen.push(data))
  for (const chunk of chunks) push(chunk)
  return seen
}

test('events are told apart by an empty line', () => {
  expect(parse('data: one\n\ndata: two\n\n')).toEqual(['one', 'two'])
})

test('an event may arrive in any pieces', () => {
  const whole = 'data: {"a":1}\r\n\r\ndata:two\r\n\r\n'
  for (let cut = 0; cut <= whole.length; cut += 1) {
    expect(parse(whole.slice(0, cut), whole.slice(cut))).toEqual(['{"a":1}', 'two'])
  }
})

test('several data lines make one event', () => {
  expect(parse('data: a\ndata: b\n\n')).toEqual(['a\nb'])
})

test('comments and an unfinished event give nothing', () => {
  expect(parse(': still here\n\ndata: not yet\n')).toEqual([])
})
