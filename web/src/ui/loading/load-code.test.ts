import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodeLoadError, loadCode } from './load-code.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Fails as often as it is told before it delivers. */
const failing = (times: number) => {
  const load = vi.fn<() => Promise<string>>()
  for (let n = 0; n < times; n += 1) load.mockRejectedValueOnce(new TypeError('503'))
  return load.mockResolvedValue('code')
}

test('Code that the server does not deliver is asked for three times, and fails as code after that', async () => {
  const [late, missing] = [failing(2), failing(3)]
  const loaded = loadCode(late)
  const failed = loadCode(missing).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await loaded).toBe('code')
  expect(await failed).toBeInstanceOf(CodeLoadError)
  expect([late, missing].map(({ mock }) => mock.calls.length)).toEqual([3, 3])
})

test('Without a network, code is asked for once', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const load = failing(1)
  await expect(loadCode(load)).rejects.toBeInstanceOf(CodeLoadError)
  expect(load).toHaveBeenCalledOnce()
})
