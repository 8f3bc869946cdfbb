import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { messages } from '@bidwell/contract'
import { checkOpens } from '../backups/read-backup-file.ts'
import type { Clock } from '../platform/clock.ts'
import { AppError, fieldError } from '../platform/errors.ts'
import { StartupError } from '../platform/startup-error.ts'
import { restoreFolderIn, type RestoreRequest, uploadIn } from './restore-folder.ts'

type UploadOptions = {
  clock: Clock
  dataDir: string
  request: RestoreRequest
  bytes: number
  /** Receives the whole file. What it throws drops the file. */
  onWhole: () => Promise<void>
  /** Once the file is removed, because it broke off or was refused. */
  onDropped: () => void
  /** Resolves when the process ends: the file is left to the next start. */
  stopped: Promise<void>
}

export type Upload = ReturnType<typeof openUpload>

/** A piece arrives within the half minute that a request may take, also on a slow line. */
export const PIECE_BYTES = 2 * 2 ** 20

/** How long a file may stand still. */
const IDLE_MS = 60_000

/** Writes a file to the data folder, piece by piece in their order. */
export function openUpload({ clock, dataDir, request, bytes, onWhole, onDropped, stopped }: UploadOptions) {
  const path = uploadIn(dataDir)
  let file: FileHandle | null = null
  let received = 0
  let pieces = 0
  let turn: Promise<unknown> = Promise.resolve()
  const ended = new AbortController()
  let heardAt = clock.monotonic()
  void dropOnceIdle()
  void stopped.then(() => ended.abort())

  /** Pieces have numbers from 1. One that arrives again, because its answer was lost, changes nothing. */
  async function add(number: number, data: Buffer): Promise<void> {
    if (number === pieces) return
    const isLast = received + data.length === bytes
    const isExpected =
      number === pieces + 1 && (isLast || data.length === PIECE_BYTES) && received + data.length <= bytes
    if (ended.signal.aborted || !isExpected) throw new AppError('conflict', messages.restore.wrongPiece)
    try {
      await write(data)
      if (pieces === 1) await checkHead()
      if (isLast) await finish()
    } catch (error) {
      await drop()
      throw isDiskFull(error) ? fieldError('file', messages.restore.diskBecameFull) : error
    }
  }

  async function write(data: Buffer) {
    if (file === null) {
      await mkdir(restoreFolderIn(dataDir), { recursive: true, mode: 0o700 })
      file = await open(path, 'w', 0o600)
    }
    await file.writeFile(data)
    received += data.length
    pieces += 1
  }

  /** A wrong key is known before the rest of the file is sent. */
  async function checkHead() {
    try {
      await checkOpens({ path, identities: request.keys.BACKUP_IDENTITY.split(',') })
    } catch (error) {
      if (!(error instanceof StartupError)) throw error
      throw fieldError('file', `${error.message.replaceAll(path, () => request.fileName)}.`)
    }
  }

  async function finish() {
    await file?.close()
    file = null
    await onWhole()
    ended.abort()
  }

  async function dropOnceIdle() {
    while (!ended.signal.aborted) {
      const idleAt = heardAt + IDLE_MS
      if (clock.monotonic() >= idleAt) return drop()
      await clock.sleepUntil(idleAt, ended.signal).catch(() => {})
    }
  }

  async function drop() {
    if (ended.signal.aborted) return
    ended.abort()
    await file?.close()
    await rm(path, { force: true })
    onDropped()
  }

  return {
    ticket: request.ticket,
    async addPiece(number: number, data: Buffer): Promise<void> {
      heardAt = clock.monotonic()
      const added = turn.then(() => add(number, data))
      turn = added.catch(() => {})
      await added
    },
  }
}

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))
