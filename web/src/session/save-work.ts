import { afterPage } from '../ui/loading/after-page.ts'
import { loadWithRetry } from '../ui/loading/load-with-retry.ts'

const importSaver = () => import('./recovery-snapshot.ts')

let saver: ReturnType<typeof importSaver> | null = null

function load() {
  saver ??= loadWithRetry(importSaver).catch((error: unknown) => {
    saver = null
    throw error
  })
  return saver
}

const ignore = () => {}

/** Loads the code that saves what was typed, after the page: before that, nothing has been typed. */
export const loadWorkSaver = () => void afterPage(load)().catch(ignore)

/** Saves what the user has typed and where, at once if its code has loaded. Without the code, only that is lost. */
export const saveWork = (userId: string) => void load().then(({ saveSnapshot }) => saveSnapshot(userId), ignore)
