import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'

/**
 * Follows a NOTIFY channel over a connection of its own, connecting again whenever it is lost. What was announced
 * meanwhile is lost too: `onReconnect` is the moment to read everything afresh. Rejects if the first attempt fails.
 */
export type Listen = (
  channel: string,
  onPayload: (payload: string) => void,
  options: { onReconnect: () => void },
) => Promise<AsyncDisposable>

const RETRY_AFTER_MS = { first: 100, most: 5_000 }
const HEARTBEAT_EVERY_MS = 5_000
const ANSWER_WITHIN_MS = 5_000

export async function listen(connection: ClientConfig, ...[channel, onPayload, options]: Parameters<Listen>) {
  const stopping = new AbortController()

  async function connect() {
    const client = new Client({ ...connection, query_timeout: ANSWER_WITHIN_MS })
    const lost = new Promise<void>((resolve) => {
      client.once('end', resolve)
      client.on('error', () => void client.end().then(resolve, resolve))
    })
    client.on('notification', ({ payload = '' }) => onPayload(payload))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    // A peer that vanished without a word is only noticed by talking to it.
    const heartbeat = setInterval(() => void client.query('select 1').catch(() => client.end()), HEARTBEAT_EVERY_MS)
    void lost.then(() => clearInterval(heartbeat))
    return { client, lost }
  }

  let current = await connect()

  async function keepConnected() {
    for (;;) {
      await current.lost
      for (let waitMs = RETRY_AFTER_MS.first; ; waitMs = Math.min(waitMs * 2, RETRY_AFTER_MS.most)) {
        if (stopping.signal.aborted) return
        const next = await connect().catch(() => null)
        if (next) {
          current = next
          break
        }
        await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
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
