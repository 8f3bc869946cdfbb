import { randomUUID } from 'node:crypto'
import { api } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx } from '../../../test/a-ctx.ts'
import { startTestApi, type TestApi } from '../../../test/api.ts'
import { startPushServer } from '../../../test/push-server.ts'
import { as } from '../../../test/run-on-server.ts'
import { settableClock } from '../../../test/settable-clock.ts'
import { readConfig } from '../../config/config.ts'
import { generateKeys } from '../../config/keys.ts'
import { startSending } from '../../jobs/start-sending.ts'
import { notify } from '../../notifying/notifications/notify.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { createLog } from '../../platform/log.ts'
import { composeAlert } from '../compose-alert.ts'
import { pushChannel } from './push-channel.ts'
import { publishPushKeys } from './push-keys.ts'
import { pushRoutes } from './routes.ts'

const NOW = Date.UTC(2026, 10, 25, 20)
const SOON = { interval: 20 }
const vaultKeys = readConfig(generateKeys()).keys.vault
const clock = settableClock(NOW)
const log = createLog({ level: 'silent', process: 'test' })

let server: TestApi
let pushServer: Awaited<ReturnType<typeof startPushServer>>
beforeAll(async () => {
  pushServer = await startPushServer()
  server = await startTestApi({ clock, routes: (ctx) => pushRoutes(ctx, [pushServer.host]) })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await pushServer[Symbol.asyncDispose]()
})

const errors: unknown[] = []

/** Decides and sends, as the jobs do. */
async function startJobs() {
  await using parts = new AsyncDisposableStack()
  const database = parts.use(
    openDatabase({ url: as('jobs', server.databaseUrl), applicationName: 'jobs', poolSize: 3, answerWithinMs: 30_000 }),
  )
  const { db } = database
  const ctx = aCtx({ db, clock, log })
  const push = parts.use(
    pushChannel({
      ...ctx,
      keys: await publishPushKeys(db, vaultKeys),
      ca: [pushServer.cert],
      contact: 'mailto:help@example.com',
      hosts: [pushServer.host],
      compose: (delivery) => composeAlert(ctx, delivery),
    }),
  )
  parts.use(await startSending({ ...ctx, database }, [push], (error) => errors.push(error)))
  return parts.move()
}

test('A result reaches the browsers of its user as it happens, and each report of one that showed it is kept', async () => {
  const [ann, bystander] = [await server.signUp(), await server.signUp()]
  await using _jobs = await startJobs()
  const [phone, laptop, other] = [pushServer.subscribe(), pushServer.subscribe(), pushServer.subscribe()]
  for (const [{ token }, body] of [
    [ann, phone],
    [ann, laptop],
    [bystander, other],
  ] as const)
    expect((await server.call(api.storePushDestination, { token, body })).status).toBe(200)
  const won = { kind: 'bid_won', values: { priceCents: 4_350, maxBidCents: 4_500 } } as const
  await server.db.transaction().execute((tx) => notify(tx, [{ ...won, accountId: ann.accountId, key: randomUUID() }]))

  await expect.poll(() => pushServer.received.length, SOON).toBe(2)
  const endpoints = pushServer.received.map(({ endpoint }) => endpoint)
  expect(endpoints.toSorted()).toEqual([phone.endpoint, laptop.endpoint].toSorted())
  const payload = pushServer.received.find(({ endpoint }) => endpoint === phone.endpoint)?.payload
  expect(payload).toMatchObject({ title: 'Won for $43.50', urgent: false })

  await server.call(api.reportShown, { body: { id: payload?.id ?? '' } })
  const shown = await server.db
    .selectFrom('destinations')
    .select(['address', 'shown_at'])
    .where('account_id', '=', ann.accountId)
    .where('shown_at', 'is not', null)
    .execute()
  expect(errors).toEqual([])
  expect(shown).toEqual([{ address: phone.endpoint, shown_at: expect.any(Date) }])
})
