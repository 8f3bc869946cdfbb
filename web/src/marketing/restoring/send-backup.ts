import { api, type RestoreProgress } from '@bidwell/contract'
import { errorFromResponse, isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { readBody } from '../../api/read-response.ts'
import { send } from '../../api/send.ts'

export type BackupToSend = { code: string; keys: string; file: File }

/** `sent` is the share of the file that has arrived, from 0 to 1. */
export type SendingProgress = RestoreProgress & { sent: number }

const LOOK_EVERY_MS = 1_000
/** Together less than the minute after which the server drops a file that stands still. */
const RETRIES = { most: 8, everyMs: 4_000 }

/**
 * Sends a backup, and resolves once it is restored and Bidwell answers again, or once it has failed. Throws an `ApiError` when the
 * server refuses the backup.
 */
export async function sendBackup(
  { code, keys, file }: BackupToSend,
  onProgress: (progress: SendingProgress) => void,
): Promise<RestoreProgress> {
  const { name, size: bytes } = file
  const { ticket, piece_bytes: pieceBytes } = (
    await call(api.beginRestore, { body: { code, keys, file: { name, bytes } } })
  ).data
  for (let from = 0, number = 1; from < bytes; from += pieceBytes, number += 1) {
    onProgress({ state: 'receiving', lines: [], sent: from / bytes })
    const query = new URLSearchParams({ ticket, number: String(number) })
    await sendPiece(`/restore/pieces?${query.toString()}`, file.slice(from, from + pieceBytes))
  }
  for (;;) {
    const progress = await lookAt(ticket)
    if (progress !== null) {
      onProgress({ ...progress, sent: 1 })
      if (progress.state === 'failed' || (progress.state === 'restored' && (await answers()))) return progress
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** Null while nothing answers: Bidwell stops, and starts again. */
async function lookAt(ticket: string): Promise<RestoreProgress | null> {
  try {
    return (await call(api.followRestore, { params: { ticket }, prompt: true })).data
  } catch (error) {
    if (isApiError(error, 'not_found')) throw error
    return null
  }
}

const answers = () =>
  call(api.readHealth).then(
    () => true,
    () => false,
  )

/** Sends a piece of a file; again while the connection is broken, or the server is busy. Throws `ApiError`. */
async function sendPiece(path: string, piece: Blob, retriesLeft = RETRIES.most): Promise<void> {
  try {
    const response = await send(path, { method: 'POST', token: null, bytes: piece })
    const body = await readBody(response)
    if (!response.ok) throw errorFromResponse(response.status, response.headers.get('retry-after'), body)
  } catch (error) {
    const mayPass = isApiError(error) && [0, 429, 503].includes(error.status)
    if (!mayPass || retriesLeft === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? RETRIES.everyMs))
    await sendPiece(path, piece, retriesLeft - 1)
  }
}
