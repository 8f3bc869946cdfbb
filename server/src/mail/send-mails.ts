import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import type { Log } from '../platform/log.ts'
import { neverAborted, withTimeout } from '../platform/with-timeout.ts'
import { type Deliver, MailRefused } from './deliver.ts'
import { composeMail } from './mail.ts'
import { planNextTry } from './plan-next-try.ts'
import { renderMail } from './render-mail.ts'

export type SendDeps = { db: Db; clock: Clock; log: Log; deliver: Deliver; publicUrl: string }

const AT_ONCE = 5
/** Less than the shortest pause between two tries: a mail is not claimed by a second process while the first sends it. */
const SEND_TIMEOUT_MS = 30_000
const MAX_ERROR_LENGTH = 500

type Claimed = { id: string; kind: string; recipient: string; content: unknown; attempts: number; created_at: Date }

/**
 * Sends the mails that are due, until none is left. A mail is claimed by moving its next try ahead, so that it is sent
 * again, with the same Message-ID, if this process ends before it has recorded the success: a mail server or a mail program
 * that knows the id drops the second one. Rejects with the signal's reason when aborted; a conversation with the mail server
 * is finished first.
 */
export async function sendMails(deps: SendDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { claimed, due } = await deps.db.transaction().execute((tx) => claimMails(tx, deps))
    if (due === 0) return
    await Promise.all(claimed.map((mail) => sendMail(deps, mail)))
  }
}

/** Claims mails for this process, and gives up those that are of no use any more. */
async function claimMails(tx: Tx, { clock, log }: SendDeps) {
  const now = clock.now()
  const due = await tx
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'content', 'attempts', 'created_at', 'give_up_at'])
    .where('next_try_at', '<=', new Date(now))
    .orderBy('next_try_at')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute()
  const claimed: Claimed[] = []
  for (const mail of due) {
    const nextTryAt = planNextTry({ attempts: mail.attempts, giveUpAt: mail.give_up_at.getTime(), now })
    if (nextTryAt === null) {
      await giveUp(tx, mail.id, now, null)
      log.error({ mail: mail.id, kind: mail.kind, attempts: mail.attempts }, 'a mail was given up: its time is over')
      continue
    }
    const attempts = mail.attempts + 1
    const change = { attempts, next_try_at: new Date(nextTryAt) }
    await tx.updateTable('mails').set(change).where('id', '=', mail.id).execute()
    claimed.push({ ...mail, attempts })
  }
  return { claimed, due: due.length }
}

async function sendMail({ db, clock, log, deliver, publicUrl }: SendDeps, mail: Claimed) {
  const { id, kind, recipient: to, attempts } = mail
  try {
    const rendered = renderMail(composeMail(kind, mail.content), publicUrl)
    const outgoing = { ...rendered, id, to, writtenAt: mail.created_at.getTime() }
    await withTimeout(clock, SEND_TIMEOUT_MS, neverAborted, (signal) => deliver(outgoing, signal))
  } catch (error) {
    const isFinal = error instanceof MailRefused
    // Without the error's own text, which may repeat the address.
    const seen = { mail: id, kind, attempts, ...codesOf(error) }
    if (isFinal) log.error(seen, 'a mail was given up: it is refused')
    else log.warn(seen, 'a mail could not be sent and will be tried again')
    if (isFinal) await giveUp(db, id, clock.now(), error)
    else
      await db
        .updateTable('mails')
        .set({ last_error: textOf(error) })
        .where('id', '=', id)
        .execute()
    return
  }
  await db
    .updateTable('mails')
    .set({ sent_at: new Date(clock.now()), next_try_at: null, content: null, last_error: null })
    .where('id', '=', id)
    .execute()
}

async function giveUp(db: Db, id: string, now: number, error: unknown) {
  await db
    .updateTable('mails')
    .set({ given_up_at: new Date(now), next_try_at: null, content: null })
    .$if(error !== null, (query) => query.set({ last_error: textOf(error) }))
    .where('id', '=', id)
    .execute()
}

/** The first error: what the mail server or the connection said. */
const causeOf = (error: unknown) => (error instanceof Error && error.cause !== undefined ? error.cause : error)
const textOf = (error: unknown) => String(causeOf(error)).slice(0, MAX_ERROR_LENGTH)

function codesOf(error: unknown) {
  const { name, code, responseCode } = causeOf(error) as { name?: string; code?: string; responseCode?: number }
  return { name, code, responseCode }
}
