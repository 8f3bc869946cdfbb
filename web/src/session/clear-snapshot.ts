export const SNAPSHOT_KEY = 'session_recovery'

/** In a file of its own, so that pages which only clear the snapshot do not load the code that restores it. */
export const clearSnapshot = () => sessionStorage.removeItem(SNAPSHOT_KEY)
