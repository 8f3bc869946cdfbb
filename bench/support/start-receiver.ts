import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const GIVE_UP_AFTER_MS = 180_000

/** Starts a receiver of webhooks that takes every call. */
export async function startReceiver() {
  let onCall: (() => void) | undefined
  const http = createServer((request, response) => {
    request.resume().on('end', () => {
      response.end('{}')
      onCall?.()
    })
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  return {
    host: `127.0.0.1:${(http.address() as AddressInfo).port}`,
    /** Returns how long after `act` the last of so many calls has come, in ms. */
    async timeCalls(count: number, act: () => Promise<unknown>): Promise<number> {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      let left = count
      onCall = () => {
        left -= 1
        if (left === 0) resolve(performance.now())
      }
      const giveUp = setTimeout(() => reject(new Error(`${left} of ${count} calls have not come`)), GIVE_UP_AFTER_MS)
      await act()
      const from = performance.now()
      const latestAt = await promise
      clearTimeout(giveUp)
      return latestAt - from
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
