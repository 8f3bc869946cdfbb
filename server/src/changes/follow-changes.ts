import type { Database } from '../platform/database/open-database.ts'
import { Change, CHANNEL } from './change.ts'

type Options = {
  /** Changes may have been missed while the connection was lost. */
  onReconnect: () => void
}

/** Calls `onChange` for every change announced from now on, by this process too, until disposed. */
export async function followChanges(
  database: Pick<Database, 'listen'>,
  onChange: (change: Change) => void,
  { onReconnect }: Options,
): Promise<AsyncDisposable> {
  return await database.listen(
    CHANNEL,
    (payload) => {
      // A newer version may announce kinds of changes that this version does not know.
      const { success, data } = Change.safeParse(JSON.parse(payload))
      if (success) onChange(data)
    },
    { onReconnect },
  )
}
