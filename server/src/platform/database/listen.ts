import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { setUpSession } from './open-pool.ts'

/**
 * Listens to a NOTIFY channel on a connection of its own, and reconnects when the connection is lost. Notifications sent
 * meanwhile are lost: `onReconnect` is called so that the caller can read everything again. Rejects if the first attempt
 * to connect fails.
 */
export type Listen = (
  channel: string,
  onPayload: (payload: string) => void,
  options: { onReconnect: () => void },
) => Promise<AsyncDisposable>

const RETRY_DELAY_MS = { min: 100, max: 5_000 }
const HEARTBEAT_INTERVAL_MS = 5_000
const QUERY_TIMEOUT_MS = 5_000

export async function listen(connection: ClientConfig, ...[channel, onPayload, options]: Parameters<Listen>) {
  const stopping = new AbortController()

  async function connect() {
    const client = new Client({ ...connection, query_timeout: QUERY_TIMEOUT_MS })
    const listen = () => client.query(`listen ${client.escapeIdentifier(channel)}`)
    const lost = new Promise<void>((resolve) => {
      client.once('end', resolve)
      client.on('error', () => void client.end().then(resolve, resolve))
    })
    client.on('notification', ({ payload = '' }) => onPayload(payload))
    try {
      await client.connect()
      await setUpSession(client)
      await listen()
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    // Only a query shows that a server has vanished without closing the connection. Listening twice is listening once.
    const heartbeat = setInterval(() => void listen().catch(() => client.end()), HEARTBEAT_INTERVAL_MS)
    void lost.then(() => clearInterval(heartbeat))
    return { client, lost }
  }

  let current = await connect()

  async function keepConnected() {
    for (;;) {
      await current.lost
      for (let delayMs = RETRY_DELAY_MS.min; ; delayMs = Math.min(delayMs * 2, RETRY_DELAY_MS.max)) {
        if (stopping.signal.aborted) return
        const next = await connect().catch(() => null)
        if (next) {
          current = next
          break
        }
        await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
      if (stopping.signal.aborted) return current.client.end()
      options.onReconnect()
    }
  }

  const running = keepConnected()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await current.client.end()
      await running
    },
  }
}
