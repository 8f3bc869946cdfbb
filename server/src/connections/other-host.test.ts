import { messages } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connecting, HOST, SITE, startConnecting } from '../../test/connecting.ts'
import { openSiteSession } from './open-site-session.ts'
import { refuseLoginsOfOtherHosts } from './refuse-logins-of-other-hosts.ts'
import { createSealer } from './vault/create-sealer.ts'
import { openVault } from './vault/open-vault.ts'

const OTHER = 'site.example.com'

let it: Connecting
beforeAll(async () => {
  it = await startConnecting()
})
afterAll(() => it[Symbol.asyncDispose]())

/** What a process does at its start, when the site's address has this host. */
const startWith = (host: string) => refuseLoginsOfOtherHosts(it.opener, host)

/** The parts of a process whose site has another host. */
const elsewhere = () => ({
  ...it.opener,
  vault: openVault([it.secretKey], OTHER),
  sealer: createSealer([it.secretKey], OTHER),
})

const rowsOf = (accountId: number) =>
  it.api.db.selectFrom('connections').selectAll().where('account_id', '=', accountId).execute()

test('A login that was kept for another host is not sent there, and its owner is asked to connect again', async () => {
  const own = await it.newcomer()
  await own.store()
  const bystander = await it.newcomer()
  await bystander.store()
  await it.api.db
    .updateTable('connections')
    .set({ marketplace: 'another-site' })
    .where('account_id', '=', bystander.person.accountId)
    .execute()
  const before = await rowsOf(bystander.person.accountId)
  const logins = it.logins()

  await startWith(OTHER)
  const reason = messages.connection.otherHost(SITE)
  expect(await own.status()).toMatchObject({ hasCredentials: true, hasValidToken: false, problem: reason })
  const opening = openSiteSession(elsewhere(), own.person.accountId, { purpose: 'bid', validUntil: 0 })
  await expect(opening).rejects.toMatchObject({ code: 'credentials_missing', message: reason })
  expect(it.logins()).toBe(logins)
  expect(await rowsOf(bystander.person.accountId)).toEqual(before)
})

test('When the former host comes back, the kept login works again', async () => {
  const own = await it.newcomer()
  await own.store()
  await startWith(OTHER)
  await startWith(HOST)
  expect(await own.status()).toMatchObject({ hasCredentials: true, problem: null })
  expect(await own.open()).toMatchObject({ token: expect.any(String) })
})

test('A login that the site refuses stays refused at a start with the same host', async () => {
  const own = await it.newcomer()
  await own.store()
  const refused = {
    state: 'refused',
    state_detail: 'Wrong password.',
    sealed_token: null,
    token_expires_at: null,
  } as const
  await it.api.db.updateTable('connections').set(refused).where('account_id', '=', own.person.accountId).execute()
  await startWith(HOST)
  expect(await own.status()).toMatchObject({ problem: 'Wrong password.' })
})
