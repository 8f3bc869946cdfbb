import type { Database } from '../database/open-database.ts'
import type { Log } from '../log.ts'
import { Change, CHANNEL } from './announce-change.ts'

type Options = {
  /** Changes may have been missed while the connection was lost. */
  onReconnect: () => void
  log: Pick<Log, 'warn'>
}

/** The logs of processes that have said so. */
const warned = new WeakSet<object>()

/**
 * Calls `onChange` for every change announced from now on, by this process too, until disposed. Every role of the database
 * may notify: what cannot be read is ignored. A process logs the first and no other, so that nobody can flood the log.
 */
export async function followChanges(
  database: Pick<Database, 'listen'>,
  onChange: (change: Change) => void,
  { onReconnect, log }: Options,
): Promise<AsyncDisposable> {
  return await database.listen(
    CHANNEL,
    (payload) => {
      const change = readChange(payload)
      if (change !== null) return onChange(change)
      if (!warned.has(log)) log.warn('a notification of a change cannot be read: it is ignored, as are further ones')
      warned.add(log)
    },
    { onReconnect },
  )
}

/** Null for what is no change. A newer version may announce kinds of changes that this version does not know. */
function readChange(payload: string): Change | null {
  try {
    return Change.safeParse(JSON.parse(payload)).data ?? null
  } catch {
    return null
  }
}
