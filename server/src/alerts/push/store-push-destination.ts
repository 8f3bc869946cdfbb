import { messages, type PushSubscription } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { describeDevice } from '../../trails/security-log/describe-device.ts'
import { keepDestination } from '../destinations/keep-destination.ts'
import { writePushSettings } from './push-destination.ts'
import { checkSubscription } from './push-hosts.ts'
import { readPublicPushKey } from './push-keys.ts'

const MAX_LABEL = 100

/**
 * Has alerts sent to the browser of a subscription, from now on or further on. Where pushes to it were stopped, they begin
 * again. A browser belongs to one account: whoever subscribed in it before gets no more alerts there.
 */
export async function storePushDestination(
  { db, clock }: Ctx,
  pushHosts: readonly string[],
  caller: Pick<Caller, 'accountId' | 'sessionId'>,
  { userAgent, ...subscription }: PushSubscription & { userAgent: string | null },
) {
  checkSubscription(subscription, pushHosts)
  const { accountId, sessionId: session } = caller
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const server_key = await readPublicPushKey(tx)
    if (server_key === null) throw new AppError('conflict', messages.push.noKeyYet)
    await removeFormer(tx, accountId, subscription)
    const now = clock.now()
    const { id, label } = await keepDestination(tx, {
      account_id: accountId,
      channel: 'push',
      address: subscription.endpoint,
      label: describeDevice(userAgent).slice(0, MAX_LABEL),
      settings: writePushSettings({ ...subscription.keys, session, server_key }),
      verified_at: new Date(now),
      now,
    })
    return { id, label }
  })
}

/**
 * Removes the browser from other accounts: only the browser knows its secret, so nobody else can take it away. Of the account itself,
 * other subscriptions that have ended go: none comes back, its browser gets another one.
 */
async function removeFormer(tx: Tx, accountId: number, { endpoint, keys }: PushSubscription) {
  const isOthers = sql<boolean>`account_id <> ${accountId} and address = ${endpoint} and settings ->> 'auth' = ${keys.auth}`
  const hasEnded = sql<boolean>`account_id = ${accountId} and address <> ${endpoint} and stopped_at is not null`
  await tx
    .deleteFrom('destinations')
    .where('channel', '=', 'push')
    .where((where) => where.or([isOthers, hasEnded]))
    .execute()
}
