import { Socket } from 'node:net'
import { Client, type ClientBase, type ClientConfig, type CustomTypesConfig, Pool } from 'pg'

type Timeouts = {
  /** How long a query may take before it fails; no limit by default. */
  answerWithinMs?: number
  /** How long opening a connection, or waiting for a free one, may take. */
  connectWithinMs?: number
}

/** Executes a statement. */
export type Around = <T>(execute: () => Promise<T>) => Promise<T>

export type PoolOptions = Timeouts & {
  url: string
  applicationName: string
  poolSize: number
  /** Wraps each statement: tests know by it what waits for an answer. */
  around?: Around | undefined
}

/** How much longer the client waits than the server: a server that has not cancelled the query by then is unreachable. */
const GRACE_MS = 1_000

/** A peer that is gone without a word, like a host that lost its power, is noticed after a quarter of a minute. */
const KEEP_ALIVE_IDLE_S = 5
/** Node's own probes follow each other after a second, ten times. */
const SERVER_KEEP_ALIVE = {
  tcp_keepalives_idle: KEEP_ALIVE_IDLE_S,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 5,
  // The same for an answer that the client's host does not acknowledge.
  tcp_user_timeout: 15_000,
}

/** For connections without a limit for queries. */
const MAX_IDLE_IN_TRANSACTION_MS = 30_000

export function connectionSettings({
  url,
  applicationName,
  connectWithinMs = 5_000,
}: Pick<PoolOptions, 'url' | 'applicationName' | 'connectWithinMs'>) {
  return {
    connectionString: url,
    application_name: applicationName,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_IDLE_S * 1_000,
    stream: createSocket,
    connectionTimeoutMillis: connectWithinMs,
  } satisfies ClientConfig
}

/**
 * Sets how the server treats a new connection. Not by parameters of the start: a pooler in session mode, such as
 * PgBouncer, refuses the connection for any that it does not know.
 */
export async function setUpSession(client: ClientBase, answerWithinMs?: number): Promise<void> {
  const settings = {
    ...SERVER_KEEP_ALIVE,
    // The server ends a transaction that is idle for this long, because its client is gone or stands still, and frees its
    // locks: no other engine could take over a bid whose row is locked.
    idle_in_transaction_session_timeout: answerWithinMs ?? MAX_IDLE_IN_TRANSACTION_MS,
    statement_timeout: answerWithinMs ?? 0,
  }
  await client.query(
    Object.entries(settings)
      .map(([name, value]) => `set ${name} = ${value}`)
      .join('; '),
  )
}

/** A socket that closes soon after its last write, even if the server never closes its side. */
function createSocket(): Socket {
  const socket = new Socket()
  socket.once('finish', () => {
    const timeout = setTimeout(() => socket.destroy(), GRACE_MS)
    socket.once('close', () => clearTimeout(timeout))
  })
  return socket
}

/** A pool that reconnects after the database was unreachable: queries fail meanwhile, and the process goes on. */
export function openPool(
  { answerWithinMs, poolSize, around, ...options }: PoolOptions,
  types?: CustomTypesConfig,
): Pool {
  // The pool waits for the promise, which its types do not know.
  const hooks = { onConnect: (client: ClientBase) => setUpSession(client, answerWithinMs) }
  const pool = new Pool({
    ...connectionSettings(options),
    ...(answerWithinMs && { query_timeout: answerWithinMs + GRACE_MS }),
    ...(types && { types }),
    max: poolSize,
    ...hooks,
  })
  // The pool has already removed an idle connection that fails. Without a listener, the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // A connection that fails between two queries makes the next query fail.
    client.on('error', () => {})
    if (answerWithinMs) endAfterTimeout(client)
    if (around && client instanceof Client) wrapQueries(client, around)
  })
  return pool
}

/**
 * Closes the connection when a query times out. `pg` would keep it in the pool, where later queries wait behind the
 * unanswered one for as long as the kernel considers the connection open.
 */
function endAfterTimeout(client: object) {
  if (!(client instanceof Client)) return
  const query = client.query.bind(client)
  Object.assign(client, {
    query(...args: unknown[]): unknown {
      const result: unknown = Reflect.apply(query, client, args)
      // This handler runs before the caller's, and so before the connection can return to the pool.
      if (result instanceof Promise) result.catch((error) => (isReadTimeout(error) ? client.end() : undefined))
      return result
    },
  })
}

const isReadTimeout = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

function wrapQueries(client: Client, around: Around): void {
  const query = client.query.bind(client)
  Object.assign(client, {
    query(...args: unknown[]): unknown {
      // Calls with a callback, or with an object that streams, are the driver's own.
      if (!isStatement(args[0]) || typeof args.at(-1) === 'function') return Reflect.apply(query, client, args)
      return around(async () => (await Reflect.apply(query, client, args)) as unknown)
    },
  })
}

function isStatement(value: unknown): boolean {
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : value
  return typeof text === 'string'
}
