import { queryClient } from '../cache/query-client.ts'
import { dismissAll } from '../ui/overlays/toasts.tsx'
import { clearSnapshot, clearSnapshotOfOthers } from './recovery-snapshot.ts'
import { currentSession, onSession, type Session } from './session.ts'

/** What pages keep about a user in the browser's storage. All other keys are settings of the device. */
const USER_DATA =
  /^(kept:|bids_seen:|unfinished:|(bid_watch_until|tourCompleted|guidedTourState|first_steps|problems_collapsed)$)/
/** The auctions and bids that the next visit would show before the server responds. */
const KEPT_REPLIES = /^kept:/
const USER_OF_KEY = /^(?:kept|bids_seen|unfinished):([^:]*)/

/**
 * Deletes from this browser what belongs to a user who signs out, whose session ends, or who is not the user any more.
 * It needs no server. The page below the dialog that asks to sign in again keeps its data in memory.
 */
export function clearUserDataOnChange() {
  let previous = currentSession()
  onSession(() => {
    const current = currentSession()
    const [before, now] = [userIdOf(previous), userIdOf(current)]
    if (before !== null && before !== now) {
      queryClient.clear()
      dismissAll()
    }
    if (now === null) clearSnapshot()
    else clearSnapshotOfOthers(now)
    if (before !== now || now === null) deleteKeys((key) => USER_DATA.test(key) && isOfAnother(key, now))
    if (current.kind === 'signed-in' && current.expired) deleteKeys((key) => KEPT_REPLIES.test(key))
    if (isSignedInAgain(previous, current)) {
      clearSnapshot()
      void queryClient.invalidateQueries()
    }
    previous = current
  })
}

/** The user has signed in again in another tab: this page has what was typed, and reads again what has failed. */
const isSignedInAgain = (previous: Session, current: Session) =>
  previous.kind === 'signed-in' && previous.expired && current.kind === 'signed-in' && !current.expired

const userIdOf = (session: Session) => (session.kind === 'signed-in' ? session.user.id : null)

/** Whether a key is not the user's. A key that names nobody is everybody's. */
const isOfAnother = (key: string, userId: string | null) =>
  userId === null || ![undefined, userId].includes(USER_OF_KEY.exec(key)?.[1])

function deleteKeys(isDeleted: (key: string) => boolean) {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (isDeleted(key)) storage.removeItem(key)
}
