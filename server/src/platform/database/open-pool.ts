import { Socket } from 'node:net'
import { Client, type ClientConfig, type CustomTypesConfig, Pool } from 'pg'

type Patience = {
  /** How long a query may take before whoever asked is told that it failed; absent, as long as it takes. */
  answerWithinMs?: number
  /** How long making a connection may take, and waiting for one to become free. */
  connectWithinMs?: number
}

export type PoolOptions = Patience & { url: string; applicationName: string; poolSize: number }

/** The server gives up a slow query itself; one that does not even say so by then is not there any more. */
const GRACE_MS = 1_000

export function connectionSettings({ url, applicationName, connectWithinMs = 5_000 }: Omit<PoolOptions, 'poolSize'>) {
  return {
    connectionString: url,
    application_name: applicationName,
    keepAlive: true,
    stream: socketThatLeaves,
    connectionTimeoutMillis: connectWithinMs,
    // A transaction of ours that waits for nothing from us this long has lost its owner; its locks must not stay.
    idle_in_transaction_session_timeout: 30_000,
  } satisfies ClientConfig
}

/** The server answers our goodbye by closing; one that has vanished never does. */
function socketThatLeaves(): Socket {
  const socket = new Socket()
  socket.once('finish', () => {
    const leaving = setTimeout(() => socket.destroy(), GRACE_MS)
    socket.once('close', () => clearTimeout(leaving))
  })
  return socket
}

/** A pool that survives the database: what is lost is made anew by the next query, or that says why it cannot. */
export function openPool({ answerWithinMs, poolSize, ...options }: PoolOptions, types?: CustomTypesConfig): Pool {
  const patience = answerWithinMs && { statement_timeout: answerWithinMs, query_timeout: answerWithinMs + GRACE_MS }
  const pool = new Pool({ ...connectionSettings(options), ...patience, ...(types && { types }), max: poolSize })
  // Lost while idle: the pool has dropped it.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // Lost while in use but between two queries: the next one says so. Unheard, it would end the process.
    client.on('error', () => {})
    if (patience) endWhenSilent(client)
  })
  return pool
}

/**
 * `pg` gives up a query that gets no answer, but keeps the connection, where the next query would wait behind it: over
 * one that is half open, for as long as the kernel believes in it.
 */
function endWhenSilent(client: object) {
  if (!(client instanceof Client)) return
  const query = client.query.bind(client)
  Object.assign(client, {
    query(...what: unknown[]): unknown {
      const answer: unknown = Reflect.apply(query, client, what)
      // Heard before whoever asked hears it, and so before the connection can go back to the pool.
      if (answer instanceof Promise) answer.catch((error) => (isSilence(error) ? client.end() : undefined))
      return answer
    },
  })
}

const isSilence = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'
