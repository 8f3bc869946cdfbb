import { createHash } from 'node:crypto'
import { messages } from '@bidwell/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'

export type IdempotencyDeps = { db: Db }

/** Both are measured on the database's clock, which all processes share. */
const KEPT = sql`interval '1 day'`
/** Longer than any call: a key without an answer after this time was left by a process that died. */
const ABANDONED = sql`interval '1 minute'`
/** The oldest keys of an account make room. A repeat comes seconds after its first call. */
const KEYS_PER_ACCOUNT = 100

/**
 * Runs a creation once per account and `Idempotency-Key`. For a day, a repeat with the same body returns the first
 * answer. Throws 422 for a repeat with another body, and 409 while the first call is in progress. A call that has failed,
 * or that says by `hasCreated` that it created nothing, frees the key.
 */
export async function answerOnce<A extends object>(
  deps: IdempotencyDeps,
  accountId: number,
  request: FastifyRequest,
  answer: () => Promise<A>,
  hasCreated: (answer: A) => boolean,
): Promise<A> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return answer()
  if (Array.isArray(key) || key.length === 0 || key.length > 255) {
    const details = [{ path: 'Idempotency-Key', message: 'Must have 1 to 255 characters' }]
    throw new AppError('malformed', messages.generic.malformedRequest, { details })
  }

  const requestHash = hashOf(request)
  if (!(await takeKey(deps, accountId, key, requestHash))) return earlierAnswer(deps, accountId, key, requestHash)

  // If freeing fails, the key is free in a minute; the caller receives the outcome of the call.
  const freeKey = () =>
    deps.db
      .deleteFrom('idempotency_keys')
      .where('account_id', '=', accountId)
      .where('key', '=', key)
      .execute()
      .catch(() => {})

  const result = await answer().catch(async (error: unknown) => {
    await freeKey()
    throw error
  })
  if (!hasCreated(result)) {
    await freeKey()
    return result
  }
  await deps.db
    .updateTable('idempotency_keys')
    .set({ status: 200, answer: JSON.stringify(result) })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .execute()
  return result
}

/** Whether this call holds the key now: it was unused, is a day old, or was left by a process that died. */
async function takeKey({ db }: IdempotencyDeps, accountId: number, key: string, requestHash: string) {
  const { rows } = await sql<{ key: string }>`
    insert into idempotency_keys as old (account_id, key, request_hash, created_at)
    values (${accountId}, ${key}, ${requestHash}, now())
    on conflict (account_id, key) do update
      set request_hash = excluded.request_hash, created_at = excluded.created_at, status = null, answer = null
      where old.created_at < now() - ${KEPT}
         or (old.status is null and old.created_at < now() - ${ABANDONED})
    returning key
  `.execute(db)
  if (rows.length === 0) return false
  await sql`
    delete from idempotency_keys
     where account_id = ${accountId} and status is not null
       and key in (select key from idempotency_keys where account_id = ${accountId}
                    order by created_at desc offset ${KEYS_PER_ACCOUNT})`.execute(db)
  return true
}

async function earlierAnswer<A extends object>(
  { db }: IdempotencyDeps,
  accountId: number,
  key: string,
  requestHash: string,
): Promise<A> {
  const earlier = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (earlier && earlier.request_hash !== requestHash) {
    throw new AppError('rule_broken', messages.generic.idempotencyReused)
  }
  // The first call is in progress, or has failed this instant and freed the key.
  if (!earlier?.answer) {
    throw new AppError('idempotency_in_flight', messages.generic.idempotencyInFlight, { retryAfterMs: 1_000 })
  }
  // `answerOnce` stored it for the same request, and the reply is validated against its schema when it is sent.
  return earlier.answer as A
}

function hashOf({ method, url, body }: FastifyRequest): string {
  return createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(body)}`)
    .digest('hex')
}
