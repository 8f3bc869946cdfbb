import { api, type RestoreProgress } from '@bidwell/contract'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { sendPiece } from '../../api/send-piece.ts'

export type BackupToSend = { code: string; keys: string; file: File }

/** `sent` is the share of the file that has arrived, from 0 to 1. */
export type SendingProgress = RestoreProgress & { sent: number }

const LOOK_EVERY_MS = 1_000

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
