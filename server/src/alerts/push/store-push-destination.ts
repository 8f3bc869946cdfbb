import { messages, type PushSubscription } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { describeDevice } from '../../security-log/describe-device.ts'
import { lockCaller } from '../../sessions/lock-caller.ts'
import { writePushSettings } from './push-destination.ts'
import { checkSubscription } from './push-hosts.ts'

type Deps = {
  db: Db
  clock: Clock
  /** Hosts of push services that the operator has added. */
  hosts: readonly string[]
}

/** Of one account, of all channels together. */
const MAX_DESTINATIONS = 20
const MAX_LABEL = 100

/**
 * Has alerts sent to the browser of a subscription, from now on or further on. Where pushes to it were stopped, they begin
 * again. A browser belongs to one account: whoever subscribed in it before gets no more alerts there.
 */
export async function storePushDestination(
  { db, clock, hosts }: Deps,
  caller: Pick<Caller, 'accountId' | 'sessionId'>,
  subscription: PushSubscription & { userAgent: string | null },
) {
  const { endpoint, keys, userAgent } = subscription
  checkSubscription(subscription, hosts)
  const { accountId, sessionId } = caller
  const kept = {
    label: describeDevice(userAgent).slice(0, MAX_LABEL),
    settings: writePushSettings({ ...keys, session: sessionId }),
    verified_at: new Date(clock.now()),
  }
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await removeFromOthers(tx, accountId, subscription)
    const renewed = await tx
      .updateTable('destinations')
      .set({ ...kept, stopped_at: null, stopped_because: null })
      .where('account_id', '=', accountId)
      .where('channel', '=', 'push')
      .where('address', '=', endpoint)
      .returning(['id', 'label'])
      .executeTakeFirst()
    if (renewed) return renewed
    await makeRoom(tx, accountId)
    return tx
      .insertInto('destinations')
      .values({ ...kept, account_id: accountId, channel: 'push', address: endpoint })
      .returning(['id', 'label'])
      .executeTakeFirstOrThrow()
  })
}

/** Only the browser itself knows the secret, so nobody else can take a subscription away. */
async function removeFromOthers(tx: Tx, accountId: number, { endpoint, keys }: PushSubscription) {
  await tx
    .deleteFrom('destinations')
    .where('channel', '=', 'push')
    .where('address', '=', endpoint)
    .where('account_id', '!=', accountId)
    .where(sql<boolean>`settings ->> 'auth' = ${keys.auth}`)
    .execute()
}

/** A subscription that has ended does not come back: its browser gets another one. */
async function makeRoom(tx: Tx, accountId: number) {
  await tx
    .deleteFrom('destinations')
    .where('account_id', '=', accountId)
    .where('channel', '=', 'push')
    .where('stopped_at', 'is not', null)
    .execute()
  const { places } = await tx
    .selectFrom('destinations')
    .select(({ fn }) => fn.countAll<number>().as('places'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (places >= MAX_DESTINATIONS) throw new AppError('conflict', messages.push.tooMany(MAX_DESTINATIONS))
}
