import { expect, test } from 'vitest'
import type { Clock } from '../platform/clock.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { shareReads } from './share-reads.ts'

/** A clock that a test moves. */
function handClock() {
  let now = 0
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    suspendedMs: () => 0,
    sleepUntil: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  }
  return { clock, moveTo: (ms: number) => void (now = ms) }
}

/** A source that counts its reads; `fails` makes them reject. */
function aSource() {
  let reads = 0
  return {
    fails: false,
    async read() {
      reads += 1
      if (this.fails) throw new Error('The site failed')
      return reads
    },
  }
}

test('Callers share a reading that is recent enough for each of them', async () => {
  const { clock, moveTo } = handClock()
  const source = aSource()
  const share = shareReads<number>(clock)
  const ask = (key: string, notBefore: number) => share(key, { notBefore, signal: neverAborted }, () => source.read())
  moveTo(100)
  expect(await Promise.all([ask('ann', 100), ask('ann', 0), ask('bob', 0)])).toEqual([1, 1, 2])
  moveTo(200)
  expect(await ask('ann', 100)).toBe(1)
  expect(await ask('ann', 101)).toBe(3)
  expect(await ask('bob', 100)).toBe(2)
})

test('A failed reading is not shared with later callers', async () => {
  const { clock } = handClock()
  const source = aSource()
  const share = shareReads<number>(clock)
  const ask = () => share('ann', { notBefore: 0, signal: neverAborted }, () => source.read())
  source.fails = true
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('The site failed')
  source.fails = false
  expect(await ask()).toBe(2)
})

test('A caller that gives up does not end the reading of the others', async () => {
  const { clock } = handClock()
  const share = shareReads<number>(clock)
  const { promise, resolve } = Promise.withResolvers<number>()
  const leaving = new AbortController()
  const signals: AbortSignal[] = []
  const ask = (signal: AbortSignal) =>
    share('ann', { notBefore: 0, signal }, (ofReading) => {
      signals.push(ofReading)
      return promise
    })
  const [left, stayed] = [ask(leaving.signal), ask(neverAborted)]
  leaving.abort(new Error('Gone'))
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  resolve(7)
  await expect(left).rejects.toThrow('Gone')
  expect(await stayed).toBe(7)
})
