import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { StartupError } from '../startup-error.ts'
import { connectionSettings, type PoolOptions } from './open-pool.ts'

const ANSWER_WITHIN_MS = 5_000
/** A busy pooler may give a client the same connection twice in a row by chance: about once in 500 proofs, as measured. */
const ROUNDS = 3
/** Of PostgreSQL: the role, its password or the database is wrong, or the role may not connect. */
const REFUSALS = ['28000', '28P01', '3D000', '42501']
/** Of a pooler: what it does not do in its mode, and who it does not know. */
const PROTOCOL_VIOLATION = '08P01'

/**
 * Proves that a connection keeps its state between its statements: engines hold locks and listeners subscriptions. Throws a
 * StartupError when the role may not connect, or when a pooler gives each transaction another connection.
 */
export async function proveSession(
  options: Pick<PoolOptions, 'url' | 'applicationName' | 'connectWithinMs'>,
): Promise<void> {
  const host = URL.parse(options.url)?.host || 'DATABASE_URL'
  const clients = [1, 2].map(() => new Client({ ...connectionSettings(options), query_timeout: ANSWER_WITHIN_MS }))
  try {
    for (const client of clients) {
      client.on('error', () => {})
      await client.connect()
    }
    let round = 0
    while (round < ROUNDS && (await keepsState(clients))) round += 1
    if (round === ROUNDS) return
  } catch (error) {
    const { code, message } = error instanceof Error && 'code' in error ? error : { code: null, message: '' }
    if (code === PROTOCOL_VIOLATION && /pooling mode/.test(message)) throw poolerError(host)
    if (code === PROTOCOL_VIOLATION || REFUSALS.includes(String(code))) {
      throw new StartupError(`PostgreSQL at ${host} refuses the connection: ${message}`, { cause: error })
    }
    throw error
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
  throw poolerError(host)
}

const poolerError = (host: string) =>
  new StartupError(
    `PostgreSQL at ${host} is behind a pooler in transaction or statement mode: let DATABASE_URL lead to PostgreSQL ` +
      'itself, or set the pooler to session mode',
  )

/** A pooler gives the connection of the first client to the second one, once that begins a transaction. */
async function keepsState([client, other]: readonly Client[]): Promise<boolean> {
  if (!client || !other) return false
  const mark = randomUUID()
  await client.query(`select set_config('bidwell.mark', $1, false)`, [mark])
  await client.query('listen bidwell_mark')
  await other.query('begin')
  const marks = [await markOf(other), await markOf(client)]
  const { rowCount } = await client.query(`select from pg_listening_channels() channel where channel = 'bidwell_mark'`)
  await other.query('rollback')
  return marks[0] !== mark && marks[1] === mark && rowCount === 1
}

async function markOf(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(`select current_setting('bidwell.mark', true) as mark`)
  return rows[0]?.mark ?? null
}
