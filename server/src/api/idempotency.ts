import { createHash, randomUUID } from 'node:crypto'
import { messages } from '@bidwell/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'

/** Both are measured on the database's clock, which all processes share. */
const KEPT = sql`interval '1 day'`
/** Longer than any call: a key without an answer after this time was left by a process that died. */
const ABANDONED = sql`interval '1 minute'`
/** The oldest keys of an account make room. */
const KEYS_PER_ACCOUNT = 1_000

/** A call that holds its key. `markDone` belongs in the transaction of the call's effect. */
export type HeldKey = { markDone: (tx: Tx) => Promise<void> }

type Once<A> = {
  accountId: number
  request: FastifyRequest
  /** Whether body and answer are kept, as a hash and as they are. Secrets are not: a repeat then is refused without the answer. */
  keepsAnswer: boolean
  answer: (key: HeldKey | null) => Promise<A>
  /** Whether an answer says that the call created something. */
  hasCreated: (answer: A) => boolean
}

/**
 * Runs a call once per account and `Idempotency-Key`. For a day, a repeat with the same body returns the first answer. Throws 422
 * for a repeat with another body; 409 `idempotency_in_flight` while the first call is in progress; and 409 `idempotency_done` when
 * the effect is there and the answer is not, because the call broke or its process died between the two, or the answer holds a
 * secret. A call that was refused, that says by `hasCreated` that it created nothing, or that broke or died before its effect, frees
 * the key.
 */
export async function answerOnce<A extends object>(db: Db, once: Once<A>): Promise<A> {
  const { accountId, request, keepsAnswer, answer, hasCreated } = once
  const name = request.headers['idempotency-key']
  if (name === undefined) return answer(null)
  if (Array.isArray(name) || name.length === 0 || name.length > 255) {
    const details = [{ path: 'Idempotency-Key', message: 'Must have 1 to 255 characters' }]
    throw new AppError('malformed', messages.generic.malformedRequest, { details })
  }

  const key = { accountId, key: name, requestHash: hashOf(request, keepsAnswer), attempt: randomUUID() }
  if (!(await takeKey(db, key))) return earlierAnswer(db, key)

  const rowOf = (tx: Db) =>
    tx
      .updateTable('idempotency_keys')
      .where('account_id', '=', accountId)
      .where('key', '=', name)
      .where('attempt', '=', key.attempt)
  const markDone = async (tx: Tx) => {
    const { numUpdatedRows } = await rowOf(tx)
      .set({ done_at: sql`now()` })
      .executeTakeFirstOrThrow()
    // Another call has taken the key, because this one took longer than a minute: its effect must not come as well.
    if (numUpdatedRows === 0n) throw inFlight()
  }
  const deleteKey = () =>
    db
      .deleteFrom('idempotency_keys')
      .where('account_id', '=', accountId)
      .where('key', '=', name)
      .where('attempt', '=', key.attempt)
  const freeKey = () => deleteKey().execute()
  const freeUnlessDone = async () => {
    await deleteKey().where('done_at', 'is', null).execute()
    await rowOf(db).set({ status: 200 }).execute()
  }

  const result = await answer({ markDone }).catch(async (error: unknown) => {
    // A refusal tells the caller what a repeat can do. If freeing fails, the key is free in a minute unless its effect is there.
    await (error instanceof AppError ? freeKey() : freeUnlessDone()).catch(() => {})
    throw error
  })
  if (!hasCreated(result)) {
    await freeKey().catch(() => {})
    return result
  }
  await rowOf(db)
    .set({ status: 200, answer: keepsAnswer ? JSON.stringify(result) : null, done_at: sql`now()` })
    .execute()
  return result
}

type Key = { accountId: number; key: string; requestHash: string; attempt: string }

/** Whether this call holds the key now: it was unused, is a day old, or was left without an effect by a process that died. */
async function takeKey(db: Db, { accountId, key, requestHash, attempt }: Key) {
  const { rows } = await sql<{ key: string }>`
    insert into idempotency_keys as old (account_id, key, request_hash, created_at, attempt)
    values (${accountId}, ${key}, ${requestHash}, now(), ${attempt})
    on conflict (account_id, key) do update
      set request_hash = excluded.request_hash, created_at = excluded.created_at, status = null, answer = null,
          attempt = excluded.attempt, done_at = null
      where old.created_at < now() - ${KEPT}
         or (old.status is null and old.done_at is null and old.created_at < now() - ${ABANDONED})
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

async function earlierAnswer<A extends object>(db: Db, { accountId, key, requestHash }: Key): Promise<A> {
  const earlier = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer', 'status', 'done_at'])
    .select(sql<boolean>`created_at < now() - ${ABANDONED}`.as('is_abandoned'))
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (earlier && earlier.request_hash !== requestHash) {
    throw new AppError('rule_broken', messages.generic.idempotencyReused)
  }
  // `answerOnce` stored it for the same request, and the reply is validated against its schema when it is sent.
  if (earlier?.answer) return earlier.answer as A
  const isOver = earlier?.status === 200 || earlier?.is_abandoned === true
  if (earlier && earlier.done_at !== null && isOver)
    throw new AppError('idempotency_done', messages.generic.idempotencyDone)
  // The first call is in progress, or has failed this instant and freed the key.
  throw inFlight()
}

const inFlight = () =>
  new AppError('idempotency_in_flight', messages.generic.idempotencyInFlight, { retryAfterMs: 1_000 })

function hashOf({ method, url, body }: FastifyRequest, withBody: boolean): string {
  return createHash('sha256')
    .update(`${method} ${url}\n${withBody ? JSON.stringify(body) : ''}`)
    .digest('hex')
}
