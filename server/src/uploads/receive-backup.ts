import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { type api, type Body, MAX_BACKUP_BYTES, messages } from '@bidwell/contract'
import type { Db } from '../platform/database/tables.ts'
import { AppError, fieldError } from '../platform/errors.ts'
import { hasNoAccount } from './has-no-account.ts'
import { openUpload, type Upload } from './open-upload.ts'
import { parseKeys } from './parse-keys.ts'
import { readProgress, type RestoreRequest, writeProgress } from './restore-folder.ts'

export type ReceiverDeps = {
  db: Db
  dataDir: string
  /** What the terminal shows. Only the operator knows it. */
  code: string
  /** Receives what the supervisor restores. */
  hand: (request: RestoreRequest) => void
  /** How long a file may stand still. Shorter only in tests. */
  idleMs?: number
}

export type Receiver = ReturnType<typeof createReceiver>

const IDLE_MS = 60_000
/** What an installation needs beside the file: its rows, and room to work. */
const KEPT_FREE_BYTES = 500_000_000

/**
 * Receives a backup for an installation without accounts, one at a time, from whoever has the operator's code. The file goes
 * to the data folder, and the keys stay in memory until the supervisor has both.
 */
export function createReceiver({ db, dataDir, code, hand, idleMs = IDLE_MS }: ReceiverDeps) {
  let upload: Upload | null = null
  /** Of the last file that was dropped. */
  let droppedTicket: string | null = null

  /** Throws an AppError that names the field at fault. */
  async function begin({ code: given, keys: text, file }: Body<typeof api.beginRestore>): Promise<string> {
    if (!(await hasNoAccount(db))) throw new AppError('not_found', messages.generic.notFound)
    if (!isSame(given, code)) throw fieldError('code', messages.restore.wrongCode, 'forbidden')
    const keys = parseKeys(text)
    await checkRoom(file.bytes)
    const state = (await readProgress(dataDir))?.state
    if (upload !== null || state === 'checking' || state === 'restoring') {
      throw new AppError('conflict', messages.restore.inProgress)
    }
    const ticket = randomBytes(32).toString('base64url')
    const request: RestoreRequest = { kind: 'restore', ticket, fileName: file.name, keys }
    upload = openUpload({
      dataDir,
      request,
      bytes: file.bytes,
      onWhole: () => handOver(request),
      onDropped() {
        upload = null
        droppedTicket = ticket
      },
      idleMs,
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
const plain = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest()

const isSame = (given: string, code: string) => timingSafeEqual(plain(given), plain(code))
