import { expect, test } from 'vitest'
import { createSseParser } from './sse-parser.ts'

function parse(...chunks: string[]) {
  const received: string[] = []
  const push = createSseParser((data) => received.push(data))
  for (const chunk of chunks) push(chunk)
  return received
}

test('An empty line separates two events of a stream', () => {
  expect(parse('data: one\n\ndata: two\n\n')).toEqual(['one', 'two'])
})

test('An event is parsed however its text is split into chunks', () => {
  const whole = 'data: {"a":1}\r\n\r\ndata:two\r\n\r\n'
  for (let cut = 0; cut <= whole.length; cut += 1) {
    expect(parse(whole.slice(0, cut), whole.slice(cut))).toEqual(['{"a":1}', 'two'])
  }
})

test('Consecutive data lines form one event', () => {
  expect(parse('data: a\ndata: b\n\n')).toEqual(['a\nb'])
})

test('Comments and unfinished events are not reported', () => {
  expect(parse(': still here\n\ndata: not yet\n')).toEqual([])
})
