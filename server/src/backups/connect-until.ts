import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { Client } from 'pg'
import { connectionSettings } from '../platform/database/open-pool.ts'
import { lowerPriorityOf } from '../platform/priority.ts'

/**
 * A connection that ends when it is disposed, or as soon as `stop` aborts: the statement in progress fails then. A server on
 * this machine works for it at low priority, so that bids come first.
 */
export async function connectUntil(stop: AbortSignal, url: string): Promise<AsyncDisposable & { client: Client }> {
  stop.throwIfAborted()
  const { stream, ...settings } = connectionSettings({ url, applicationName: 'bidwell backup' })
  const socket = stream()
  const client = new Client({ ...settings, stream: () => socket })
  client.on('error', () => {}) // the statement in progress throws it
  const end = () => void client.end()
  await client.connect()
  if (stop.aborted) await client.end()
  stop.throwIfAborted()
  stop.addEventListener('abort', end, { once: true })
  await lowerServerProcess(client, socket)
  return {
    client,
    async [Symbol.asyncDispose]() {
      stop.removeEventListener('abort', end)
      await client.end()
    },
  }
}

/** Each process of PostgreSQL leads a session of its own, so none inherits a priority. One of a pooler's must keep its own. */
async function lowerServerProcess(client: Client, { localPort }: Socket) {
  const { rows } = await client.query<{ pid: number; port: number | null }>(
    'select pg_backend_pid() as pid, inet_client_port() as port',
  )
  const [server] = rows
  if (server?.port === localPort && titleOf(server?.pid).includes(`(${localPort})`))
    lowerPriorityOf(Number(server?.pid))
}

/** What a process calls itself; PostgreSQL's name the port of their client. Empty for one of another machine. */
function titleOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
