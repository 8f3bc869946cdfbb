import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paceEvents } from './pace-events.ts'

let emitted: number[]
let pacer: ReturnType<typeof paceEvents<number>>
let page: { visibilityState: string }

/** Events from this number on change nothing in sight. */
const UNSEEN = 100

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  page = { visibilityState: 'visible' }
  vi.stubGlobal('document', page)
  emitted = []
  pacer = paceEvents(
    (events: readonly number[]) => emitted.push(...events),
    (event) => event < UNSEEN,
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('An event after a quiet time is emitted at once', () => {
  pacer.receive(1)
  expect(emitted).toEqual([1])
  vi.advanceTimersByTime(200)
  pacer.receive(2)
  expect(emitted).toEqual([1, 2])
})

test('Events in quick succession are emitted together, in their order, within a fifth of a second', () => {
  for (const event of [1, 2, 3]) pacer.receive(event)
  expect(emitted).toEqual([1])
  vi.advanceTimersByTime(200)
  expect(emitted).toEqual([1, 2, 3])
  pacer.receive(4)
  expect(emitted).toEqual([1, 2, 3])
  vi.advanceTimersByTime(200)
  expect(emitted).toEqual([1, 2, 3, 4])
})

test('Events that change nothing in sight wait for one in sight, or for a second', () => {
  pacer.receive(101)
  expect(emitted).toEqual([101])
  pacer.receive(102)
  vi.advanceTimersByTime(200)
  pacer.receive(103)
  expect(emitted).toEqual([101])
  pacer.receive(1)
  expect(emitted).toEqual([101, 102, 103, 1])
  pacer.receive(104)
  vi.advanceTimersByTime(999)
  expect(emitted).not.toContain(104)
  vi.advanceTimersByTime(1)
  expect(emitted).toEqual([101, 102, 103, 1, 104])
})

test('An event in sight waits no longer because of others that are not', () => {
  pacer.receive(101)
  pacer.receive(102)
  pacer.receive(1)
  expect(emitted).toEqual([101])
  vi.advanceTimersByTime(200)
  expect(emitted).toEqual([101, 102, 1])
})

test('A page out of sight receives each event at once, after those that wait', () => {
  for (const event of [1, 2]) pacer.receive(event)
  page.visibilityState = 'hidden'
  pacer.receive(3)
  expect(emitted).toEqual([1, 2, 3])
})

test('Of a stream that ends, the events that wait are emitted, and of one that is aborted they are not', () => {
  for (const event of [1, 2]) pacer.receive(event)
  pacer.flush()
  expect(emitted).toEqual([1, 2])
  pacer.receive(3)
  pacer.drop()
  vi.advanceTimersByTime(1_000)
  expect(emitted).toEqual([1, 2])
})
