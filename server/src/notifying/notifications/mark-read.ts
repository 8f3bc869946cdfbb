import { messages } from '@bidwell/contract'
import { announceChange } from '../../platform/changes/announce-change.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { countUnread, hasNotification, setRead } from './notification-queries.ts'

type Deps = { db: Db; clock: Clock }

/** Marks one notification as read, and answers how many are still unread. Throws `not_found`. */
export async function markRead({ db, clock }: Deps, accountId: number, id: number): Promise<number> {
  if (!(await hasNotification(db, accountId, id))) throw new AppError('not_found', messages.generic.notFound)
  return mark({ db, clock }, accountId, { id })
}

/** Marks the notifications up to one as read, and answers how many are still unread. */
export const markAllRead = (deps: Deps, accountId: number, upTo: number): Promise<number> =>
  mark(deps, accountId, { upTo })

function mark({ db, clock }: Deps, accountId: number, which: { id: number } | { upTo: number }): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const marked = await setRead(tx, accountId, { which, now: clock.now() })
    // The other browsers of the account show the count too.
    if (marked > 0) await announceChange(tx, { what: 'notification', accountId })
    return countUnread(tx, accountId)
  })
}
