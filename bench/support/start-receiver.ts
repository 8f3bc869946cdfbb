import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const GIVE_UP_AFTER_MS = 180_000

/** Starts a receiver of webhooks that takes every call. */
export async function startReceiver() {
  let calls = 0
  let latestAt = 0
  const http = createServer((request, response) => {
    request.resume().on('end', () => {
      calls += 1
      latestAt = performance.now()
      response.end('{}')
    })
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  return {
    host: `127.0.0.1:${(http.address() as AddressInfo).port}`,
    /** Returns how long after `act` the last of so many calls has come, in ms. */
    async timeCalls(count: number, act: () => Promise<void>): Promise<number> {
      const first = calls
      await act()
      const from = performance.now()
      while (calls - first < count && performance.now() - from < GIVE_UP_AFTER_MS) await delay(5)
      return latestAt - from
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
