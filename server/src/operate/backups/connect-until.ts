import { Client } from 'pg'
import { connectionSettings } from '../../platform/database/open-pool.ts'

/** A connection that ends when it is disposed, or as soon as `stop` aborts: the statement in progress fails then. */
export async function connectUntil(stop: AbortSignal, url: string): Promise<AsyncDisposable & { client: Client }> {
  stop.throwIfAborted()
  const client = new Client(connectionSettings({ url, applicationName: 'bidwell backup' }))
  client.on('error', () => {}) // the statement in progress throws it
  const end = () => void client.end()
  await client.connect()
  if (stop.aborted) await client.end()
  stop.throwIfAborted()
  stop.addEventListener('abort', end, { once: true })
  return {
    client,
    async [Symbol.asyncDispose]() {
      stop.removeEventListener('abort', end)
      await client.end()
    },
  }
}
