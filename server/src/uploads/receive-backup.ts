import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { type api, type Body, MAX_BACKUP_BYTES, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { readConfig } from '../config/config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError, fieldError } from '../platform/errors.ts'
import { isSameSecret } from '../platform/secrets.ts'
import { StartupError } from '../platform/startup-error.ts'
import { openUpload, type Upload } from './open-upload.ts'
import { readProgress, type RestoreRequest, writeProgress } from './restore-folder.ts'

export type ReceiverDeps = {
  db: Db
  clock: Clock
  dataDir: string
  /** What the terminal shows. Only the operator knows it. */
  code: string
  /** Receives what the supervisor restores. */
  hand: (request: RestoreRequest) => void
  /** Resolves when the process ends. */
  stopped: Promise<void>
}

export type Receiver = ReturnType<typeof createReceiver>

/** What an installation needs beside the file: its rows, and room to work. */
const KEPT_FREE_BYTES = 500_000_000

/**
 * Receives a backup for an installation without accounts, one at a time, from whoever has the operator's code. The file goes
 * to the data folder, and the keys stay in memory until the supervisor has both.
 */
export function createReceiver({ db, clock, dataDir, code, hand, stopped }: ReceiverDeps) {
  let upload: Upload | null = null
  /** Of the last file that was dropped. */
  let droppedTicket: string | null = null

  /** Throws an AppError that names the field at fault. */
  async function begin({ code: given, keys: text, file }: Body<typeof api.beginRestore>): Promise<string> {
    if (!(await hasNoAccount(db))) throw new AppError('not_found', messages.generic.notFound)
    if (!isSameSecret(plain(given), plain(code))) throw fieldError('code', messages.restore.wrongCode, 'forbidden')
    const keys = parseKeys(text)
    await checkRoom(file.bytes)
    const state = (await readProgress(dataDir))?.state
    if (upload !== null || state === 'checking' || state === 'restoring') {
      throw new AppError('conflict', messages.restore.inProgress)
    }
    const ticket = randomBytes(32).toString('base64url')
    const request: RestoreRequest = { kind: 'restore', ticket, fileName: file.name, keys }
    upload = openUpload({
      clock,
      dataDir,
      request,
      bytes: file.bytes,
      onWhole: () => handOver(request),
      onDropped() {
        upload = null
        droppedTicket = ticket
      },
      stopped,
    })
    return ticket
  }

  async function checkRoom(bytes: number) {
    if (bytes > MAX_BACKUP_BYTES)
      throw fieldError('file', messages.restore.tooLarge(MAX_BACKUP_BYTES), 'body_too_large')
    const { bavail, bsize } = await statfs(dataDir)
    if (bytes + KEPT_FREE_BYTES > bavail * bsize) {
      throw fieldError('file', messages.restore.diskFull(bytes, bavail * bsize))
    }
  }

  async function handOver(request: RestoreRequest) {
    if (!(await hasNoAccount(db))) throw new AppError('conflict', messages.restore.notEmpty)
    await writeProgress(dataDir, { ticket: request.ticket, state: 'checking', lines: [] })
    upload = null
    hand(request)
  }

  async function addPiece(ticket: string, number: number, data: Buffer): Promise<void> {
    if (ticket === droppedTicket) throw new AppError('conflict', messages.restore.brokenOff)
    if (upload?.ticket === ticket) return upload.addPiece(number, data)
    // The answer to the last piece may have been lost.
    if ((await readProgress(dataDir))?.ticket !== ticket) throw new AppError('not_found', messages.generic.notFound)
  }

  return { begin, addPiece, isReceiving: (ticket: string) => upload?.ticket === ticket }
}

/** People copy codes with spaces, and without hyphens. */
const plain = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** The keys in the text of a `keys.env`. Throws an AppError that names what is wrong, and never a key. */
function parseKeys(text: string): RestoreRequest['keys'] {
  const { BACKUP_IDENTITY, SESSION_KEYS, VAULT_KEYS } = parseEnv(text)
  if (!BACKUP_IDENTITY) throw fieldError('keys', messages.restore.keysWithoutIdentity)
  const keys = { BACKUP_IDENTITY, ...(SESSION_KEYS && { SESSION_KEYS }), ...(VAULT_KEYS && { VAULT_KEYS }) }
  if (readKeys(keys).vault.some(({ kind }) => kind === 'public')) {
    throw fieldError('keys', messages.restore.publicKeys)
  }
  return keys
}

function readKeys(keys: RestoreRequest['keys']) {
  try {
    return readConfig(keys).keys
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    throw fieldError('keys', messages.restore.keysUnreadable(error.message.split('\n')))
  }
}

/** Whether nobody has ever registered here, or everybody has been deleted: then a backup replaces nothing. */
export async function hasNoAccount(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`select not exists (select from accounts) as "isEmpty"`.execute(db)
  return rows[0]?.isEmpty === true
}
