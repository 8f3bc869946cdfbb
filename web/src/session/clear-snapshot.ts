import { parseJson } from '../api/api-error.ts'

export const SNAPSHOT_KEY = 'session_recovery'

/** In a file of its own, so that pages which only clear the snapshot do not load the code that restores it. */
export const clearSnapshot = () => sessionStorage.removeItem(SNAPSHOT_KEY)

/** Deletes the snapshot unless it is the user's. */
export function clearSnapshotOfOthers(userId: string) {
  const snapshot = parseJson(sessionStorage.getItem(SNAPSHOT_KEY) ?? '')
  const owner = typeof snapshot === 'object' && snapshot !== null && 'userId' in snapshot ? snapshot.userId : null
  if (owner !== userId) clearSnapshot()
}
