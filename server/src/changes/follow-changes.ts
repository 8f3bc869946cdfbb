import type { Database } from '../platform/database/open-database.ts'
import { Change, CHANNEL } from './change.ts'

type Options = {
  /** Changes may have been missed: read afresh whatever they would have told. */
  onReconnect: () => void
}

/** Hears every change announced from now on, this process's own included, until disposed. */
export async function followChanges(
  database: Pick<Database, 'listen'>,
  onChange: (change: Change) => void,
  { onReconnect }: Options,
): Promise<AsyncDisposable> {
  return await database.listen(
    CHANNEL,
    (payload) => {
      // A process of a newer version may tell of things that this one does not know.
      const { success, data } = Change.safeParse(JSON.parse(payload))
      if (success) onChange(data)
    },
    { onReconnect },
  )
}
