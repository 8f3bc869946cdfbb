import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messages } from '@bidwell/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Caller, FileAnswer, type Visitor } from '../http/route.ts'
import { accountById } from '../identity/accounts/account-queries.ts'
import type { IdentityCtx } from '../identity/identity-ctx.ts'
import { lockCaller } from '../identity/sessions/lock-caller.ts'
import { tellOwner } from '../notifying/notifications/tell-owner.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { recordSecurityEvent } from '../trails/security-log/record-security-event.ts'
import { EXPORT_SECTIONS } from './export-sections.ts'

/** So many rows are in memory at a time. */
const ROWS_AT_ONCE = 200
/** Each export holds a connection to the database until its file is written. */
const MAX_AT_ONCE = 2
const RETRY_AFTER_MS = 10_000
/** The files of one account in 24 hours: each costs a mail, an entry of the security log, and the reading of everything. */
const MAX_PER_DAY = 5

/**
 * Returns the function that writes everything about an account into a file. The file has no name in the file system: it
 * is gone when the answer is sent, or when the process ends. A slow download holds no connection to the database. The
 * function throws `conflict` while the account's file is being written, `unavailable` while too many others are, and
 * `rate_limited` after five files in 24 hours.
 */
export function createExporter(ctx: IdentityCtx) {
  const inProgress = new Set<number>()

  return async (caller: Caller, visitor: Visitor): Promise<FileAnswer> => {
    const { accountId } = caller
    if (inProgress.has(accountId)) throw new AppError('conflict', messages.privacy.exportInProgress)
    if (inProgress.size >= MAX_AT_ONCE) {
      throw new AppError('unavailable', messages.privacy.exportsBusy, { retryAfterMs: RETRY_AFTER_MS })
    }
    inProgress.add(accountId)
    try {
      const now = ctx.clock.now()
      await reportExport(ctx.db, caller, { visitor, now })
      // The file has its own entry of the security log.
      const file = await writeFile(ctx, accountId, now)
      const day = new Date(now).toISOString().slice(0, 10)
      return new FileAnswer(`bidwell-account-${day}.json`, file.createReadStream({ start: 0 }))
    } finally {
      inProgress.delete(accountId)
    }
  }
}

/** Before the file is written: a thief who takes the data is reported even if the connection breaks. */
function reportExport(db: Db, caller: Caller, { visitor, now }: { visitor: Visitor; now: number }) {
  const { accountId } = caller
  return db.transaction().execute(async (tx) => {
    // Other processes count one after the other.
    await lockCaller(tx, caller)
    await requireFewExports(tx, accountId)
    await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'data_exported', outcome: 'ok' })
    const { ipAddress } = visitor
    const { email: to } = await accountById(tx, accountId)
    await tellOwner(tx, { kind: 'data_exported', to, accountId, values: { ipAddress }, isRead: true }, now)
  })
}

/** Throws `rate_limited` while the last 24 hours, by the clock of the security log, have as many files as a day may have. */
async function requireFewExports(tx: Tx, accountId: number) {
  const { rows } = await sql<{ retryAfterMs: number }>`
    select extract(epoch from min(at) + interval '1 day' - clock_timestamp())::float8 * 1000 as "retryAfterMs"
      from (select at from security_events
             where account_id = ${accountId} and kind = 'data_exported' and at > clock_timestamp() - interval '1 day'
             order by id desc limit ${MAX_PER_DAY}) latest
    having count(*) >= ${MAX_PER_DAY}`.execute(tx)
  const [over] = rows
  if (over) throw new AppError('rate_limited', messages.privacy.tooManyExports, over)
}

async function writeFile(ctx: IdentityCtx, accountId: number, now: number): Promise<FileHandle> {
  const file = await openNamelessFile()
  try {
    await writeExport(ctx, file, accountId, now)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openNamelessFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `bidwell-export-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

/** All sections are of one instant: a read-only transaction that sees no later change. */
function writeExport({ db, hashEmail }: IdentityCtx, file: FileHandle, accountId: number, now: number) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local time zone 'UTC'`.execute(tx)
      const { email } = await accountById(tx, accountId)
      const subject = { accountId, emailHash: hashEmail(email) }
      const exported_at = new Date(now).toISOString()
      const head = JSON.stringify({ format: 'bidwell-account', version: 1, exported_at })
      await file.write(head.slice(0, -1))
      for (const [name, section] of Object.entries(EXPORT_SECTIONS)) {
        await file.write(`,\n${JSON.stringify(name)}: [`)
        await writeRows(tx, file, section.rows(subject))
        await file.write(']')
      }
      await file.write('}\n')
    })
}

async function writeRows(tx: Tx, file: FileHandle, rows: RawBuilder<object>) {
  await sql`declare exported no scroll cursor for select to_jsonb(r)::text as json from (${rows}) r`.execute(tx)
  let separator = '\n'
  for (;;) {
    const fetched = await sql<{ json: string }>`fetch ${sql.raw(String(ROWS_AT_ONCE))} from exported`.execute(tx)
    if (fetched.rows.length > 0) {
      await file.write(separator + fetched.rows.map(({ json }) => json).join(',\n'))
      separator = ',\n'
    }
    if (fetched.rows.length < ROWS_AT_ONCE) break
  }
  await sql`close exported`.execute(tx)
}
