import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { writePushSettings } from '../../../server/src/alerts/push/push-destination.ts'
import { derivePushKeys } from '../../../server/src/alerts/push/push-keys.ts'
import { notify } from '../../../server/src/notifying/notifications/notify.ts'
import { type PushBehaviour, startPushServer } from '../../../server/test/push-server.ts'
import { startProgram } from '../start-program.ts'
import type { Testbed } from '../testbed.ts'
import { addAccounts } from './add-accounts.ts'

const TROUBLES: readonly PushBehaviour[] = [
  { status: 429, headers: { 'retry-after': '5' } },
  { status: 500 },
  { status: 503 },
  'hang',
  'accept and cut',
]
const GIVE_UP_AFTER_MS = 900_000

type Options = { devices: number; troubleMs: number }

/** Sends an alert to each of many devices whose push service takes none at first, and returns what came of them. */
export async function pushThroughTrouble(testbed: Testbed, { devices, troubleMs }: Options) {
  const { db } = testbed
  await using service = await startPushServer()
  const certificate = join(testbed.environment.BIDWELL_DATA, 'push-service.pem')
  await writeFile(certificate, service.cert)
  await using _jobs = await startProgram(testbed, 'jobs', 'jobs started', {
    ALERT_HOSTS: service.host,
    NODE_EXTRA_CA_CERTS: certificate,
  })
  let asked = 0
  service.behave(() => TROUBLES[(asked += 1) % TROUBLES.length] ?? 'hang')
  const accountIds = await addDevices(testbed, devices, () => service.subscribe())
  const values = { priceCents: 900, maxBidCents: 800 }
  const alerts = accountIds.map((accountId) => ({ kind: 'bid_lost' as const, values, accountId, key: randomUUID() }))
  await db.transaction().execute((tx) => notify(tx, alerts))

  await delay(troubleMs)
  service.behave(() => 'accept')
  const from = performance.now()
  const waiting = () =>
    db.selectFrom('deliveries').select('id').where('channel', '=', 'push').where('ended_at', 'is', null).execute()
  while ((await waiting()).length > 0 && performance.now() < from + GIVE_UP_AFTER_MS) await delay(500)
  const dropped = await db
    .selectFrom('destinations')
    .select('id')
    .where('channel', '=', 'push')
    .where('stopped_at', 'is not', null)
    .execute()
  return {
    refused: asked,
    lost: devices - new Set(service.received.map(({ endpoint }) => endpoint)).size,
    dropped: dropped.length,
    lastAfterMs: performance.now() - from,
  }
}

type Subscribe = () => ReturnType<Awaited<ReturnType<typeof startPushServer>>['subscribe']>

/** Adds accounts with a device each. */
async function addDevices(testbed: Testbed, count: number, subscribe: Subscribe): Promise<number[]> {
  const { db, config } = testbed
  const emails = await addAccounts(testbed, count)
  const accounts = await db.selectFrom('accounts').select('id').where('email', 'in', emails).execute()
  const [newest] = derivePushKeys(config.keys.vault)
  const at = new Date()
  const devices = accounts.map(({ id }) => {
    const { endpoint, keys } = subscribe()
    const settings = writePushSettings({ ...keys, session: randomUUID(), server_key: newest?.publicKey ?? '' })
    return { account_id: id, channel: 'push' as const, address: endpoint, label: 'Device', settings, verified_at: at }
  })
  await db.insertInto('destinations').values(devices).execute()
  return accounts.map(({ id }) => id)
}
