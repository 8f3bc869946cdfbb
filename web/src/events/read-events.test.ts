import { expect, test } from 'vitest'
import { readEvents } from './read-events.ts'

/** The events of a stream that arrives in these chunks. */
async function read(...chunks: (string | Uint8Array)[]) {
  const received: string[] = []
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
      controller.close()
    },
  })
  await readEvents(stream, (data) => received.push(data))
  return received
}

test('An empty line separates two events of a stream', async () => {
  expect(await read('data: one\n\ndata: two\n\n')).toEqual(['one', 'two'])
})

test('An event is read however its bytes are split into chunks', async () => {
  const whole = new TextEncoder().encode('data: {"a":"é"}\r\n\r\ndata:two\r\n\r\n')
  for (let cut = 0; cut <= whole.length; cut += 1) {
    expect(await read(whole.slice(0, cut), whole.slice(cut))).toEqual(['{"a":"é"}', 'two'])
  }
})

test('Consecutive data lines form one event', async () => {
  expect(await read('data: a\ndata: b\n\n')).toEqual(['a\nb'])
})

test('Comments and unfinished events are not reported', async () => {
  expect(await read(': still here\n\ndata: not yet\n')).toEqual([])
})
