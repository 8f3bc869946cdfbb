import { afterAll, beforeAll, expect, test } from 'vitest'
import { cuttableProxy } from '../../test/cuttable-proxy.ts'
import { startSniping } from '../../test/sniping.ts'
import { readConfig } from '../config/config.ts'
import { generateKeys } from '../config/keys.ts'
import { openVault } from '../connections/vault/open-vault.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { sitePort } from './site-port.ts'

let it: Awaited<ReturnType<typeof startSniping>>
let bystander: number
beforeAll(async () => {
  it = await startSniping()
  bystander = await it.addBystander()
})
afterAll(() => it[Symbol.asyncDispose]())

type Deps = Parameters<typeof sitePort>[0]
const pausedUntil = () => -Infinity

function openSession(change: Partial<Deps>, accountId = it.accountId, databaseTimeoutMs?: number) {
  const use = { bidId: 1, validUntil: systemClock.now(), refusedToken: null }
  return sitePort({ ...it.connecting, pausedUntil, ...change }, databaseTimeoutMs).openSession(
    accountId,
    use,
    neverAborted,
  )
}

test('A vault that cannot open the stored login is a fault on our side', async () => {
  const { keys, site } = readConfig({
    DATABASE_URL: it.url,
    STAND_INS: `site=${it.house.apiUrl}`,
    ...generateKeys(),
  })
  await expect(openSession({ vault: openVault(keys.vault, site.host) })).rejects.toMatchObject({ kind: 'vault_locked' })
  expect(await openSession({}, bystander)).toMatchObject({ token: expect.any(String) })
})

test('An account without a stored login is no fault of the site', async () => {
  await expect(openSession({}, 999)).rejects.toMatchObject({ kind: 'login_missing' })
})

test('A database that is away or silent is a fault on our side', async () => {
  await using proxy = await cuttableProxy(new URL(it.url))
  await using database = openDatabase({ url: proxy.url, applicationName: 'test', poolSize: 1 })
  const { db } = database
  expect(await openSession({ db }, bystander)).toMatchObject({ token: expect.any(String) })

  proxy.silence()
  await expect(openSession({ db }, bystander, 300)).rejects.toMatchObject({ kind: 'database_down' })
  proxy.cut()
  await expect(openSession({ db }, bystander)).rejects.toMatchObject({ kind: 'database_down' })
})

test('A login that takes the site longer than the database may take is waited for', async () => {
  const { token: refusedToken } = await openSession({})
  it.house.control.addFault({ kind: 'delay', endpoint: 'SignIn/Login', inMs: 1_000, times: 1 })
  const use = { bidId: 1, validUntil: systemClock.now(), refusedToken }
  const session = await sitePort({ ...it.connecting, pausedUntil }, 500).openSession(it.accountId, use, neverAborted)
  expect(session.token).not.toBe(refusedToken)
})
