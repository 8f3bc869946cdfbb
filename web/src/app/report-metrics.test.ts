import { expect, test } from 'vitest'
import { isMeasured, timeToInteractive } from './report-metrics.ts'

test.each([
  ['bidwell.example', '', true],
  ['bidwell.example', '8443', true],
  ['127.example.org', '', true],
  ['localhost', '3000', false],
  ['bidwell.localhost', '', false],
  ['127.0.0.1', '3000', false],
  ['203.0.113.7', '', false],
  ['[::1]', '', false],
  ['bidwell.example', '5173', false],
  ['', '', false],
])('A visit to %s with port %j is measured: %j', (hostname, port, measured) => {
  expect(isMeasured({ hostname, port })).toBe(measured)
})

const task = (startTime: number, duration: number) => ({ startTime, duration })

test('A page is interactive at the end of the last long task before five quiet seconds', () => {
  const tasks = [task(100, 200), task(900, 300), task(4_000, 100), task(9_200, 500)]
  expect(timeToInteractive(tasks, 800, 9_000)).toBe(4_100)
  expect(timeToInteractive(tasks, 800, 20_000)).toBe(4_100)
})

test('A page without long tasks is interactive once it is painted and its scripts have run', () => {
  expect(timeToInteractive([task(100, 200)], 800, 5_900)).toBe(800)
})

test('A page that has not been quiet for five seconds is not interactive yet', () => {
  expect(timeToInteractive([], 800, 5_700)).toBeNull()
  expect(timeToInteractive([task(900, 300)], 800, 6_000)).toBeNull()
  expect(timeToInteractive([task(900, 4_000), task(5_500, 200)], 800, 10_000)).toBeNull()
})
