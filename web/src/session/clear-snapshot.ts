export const SNAPSHOT = 'session_recovery'

/** Apart from what takes and restores snapshots, which is seldom needed. */
export const clearSnapshot = () => sessionStorage.removeItem(SNAPSHOT)
