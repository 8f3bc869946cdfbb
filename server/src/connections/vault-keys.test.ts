import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { GOOD, startConnecting } from '../../test/connecting.ts'
import { createTestDatabase } from '../../test/database.ts'
import { systemClock } from '../platform/clock.ts'
import type { VaultKey } from '../platform/config.ts'
import type { Db } from '../platform/database/tables.ts'
import { StartupError } from '../platform/startup-error.ts'
import { connectionOf } from './connection-queries.ts'
import { removeUnopenableLogins } from './remove-unopenable-logins.ts'
import { rotateCredentialKeys } from './rotate-credential-keys.ts'
import { openSealedSession } from './seal-session.ts'
import { checkVaultKeys } from './vault/check-vault-keys.ts'
import { createSealer } from './vault/create-sealer.ts'
import { openVault } from './vault/open-vault.ts'
import { Secret } from './vault/secret.ts'
import { neverAborted } from '../platform/with-timeout.ts'

/** Both halves of a new key, as the configuration has them. */
function newKey(kid: string): { secret: VaultKey; public: VaultKey } {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  return {
    secret: { kid, kind: 'secret', key: privateKey.export({ format: 'raw-private' }) },
    public: { kid, kind: 'public', key: publicKey.export({ format: 'raw-public' }) },
  }
}

const check = (db: Db, keys: VaultKey[]) => checkVaultKeys({ db, clock: systemClock }, keys)
const ANOTHER = (kid: string) =>
  new StartupError(
    `VAULT_KEYS has another key under the name "${kid}" than the one that this database was used with: put that one ` +
      'back, or give the new one a name of its own and put it first',
  )

test('the keys that a database was used with are taken again, in whichever half', async () => {
  await using it = await createTestDatabase()
  const [k1, k2] = [newKey('k1'), newKey('k2')]
  await check(it.db, [k1.public])
  await check(it.db, [k1.secret])
  await check(it.db, [k2.secret, k1.secret])
  await check(it.db, [k2.public, k1.public])
  expect(await it.db.selectFrom('vault_keys').select('kid').orderBy('kid').execute()).toEqual([
    { kid: 'k1' },
    { kid: 'k2' },
  ])
})

test.each(['secret', 'public'] as const)('another %s key under a known name is refused by that name', async (half) => {
  await using it = await createTestDatabase()
  await check(it.db, [newKey('k1').secret])
  await expect(check(it.db, [newKey('k0')[half], newKey('k1')[half]])).rejects.toThrow(ANOTHER('k1'))
})

test('a key whose known answer was tampered with is refused', async () => {
  await using it = await createTestDatabase()
  const { secret } = newKey('k1')
  await check(it.db, [secret])
  const context = { purpose: 'known-answer', accountId: 0, connectionId: 0, marketplace: '', version: 0 } as const
  const forged = createSealer([secret]).seal(new Secret('another answer'), context)
  await it.db
    .updateTable('vault_keys')
    .set({ known_answer: JSON.stringify(forged) })
    .execute()
  await expect(check(it.db, [secret])).rejects.toThrow(ANOTHER('k1'))
})

const kidOf = (sealed: object | null) => (sealed !== null && 'kid' in sealed ? sealed.kid : null)

/** An account whose login at the site was sealed for the key `v1`, and a newer key beside it. */
async function startRotating() {
  const it = await startConnecting()
  await it.store()
  const { db } = it.api
  const newer = newKey('v2')
  const keys = [newer.secret, it.secretKey]
  return {
    ...it,
    db,
    newer,
    reseal: (signal = neverAborted) =>
      rotateCredentialKeys({ ...it.opener, vault: openVault(keys), sealer: createSealer(keys) }, signal),
    connection: async () => (await connectionOf(db, it.person.accountId, it.opener.marketplace.id))!,
    async sealedFor() {
      const rows = await db.selectFrom('connections').selectAll().orderBy('id').execute()
      return rows.map(({ sealed_credentials, sealed_token }) => [kidOf(sealed_credentials), kidOf(sealed_token)])
    },
  }
}

test('who could not open a login that is kept is not started, and is told what to do', async () => {
  await using it = await startRotating()
  await expect(check(it.db, [it.newer.secret])).rejects.toThrow(
    new StartupError(
      'VAULT_KEYS lacks the secret key "v1", for which 1 site login is sealed: put it back, last in the list. If it is ' +
        'lost for good, `npm run bidwell forget-logins` removes what it sealed, and the owners connect again',
    ),
  )
  await check(it.db, [it.newer.public]) // who only seals opens none of them
  await check(it.db, [it.newer.secret, it.secretKey])
})

test('with a newer key every login is sealed anew, works as before, and the older key can go', async () => {
  await using it = await startRotating()
  const before = await it.connection()
  const session = openSealedSession(it.opener.vault, before)
  expect(await it.sealedFor()).toEqual([['v1', 'v1']])

  expect(await it.reseal()).toEqual({ resealed: 1, broken: 0 })
  expect(await it.sealedFor()).toEqual([['v2', 'v2']])
  const after = await it.connection()
  expect(openSealedSession(openVault([it.newer.secret]), after)).toEqual(session)
  expect([after.version, after.updated_at]).toEqual([before.version, before.updated_at])
  await check(it.db, [it.newer.secret])
  expect(await it.reseal()).toEqual({ resealed: 0, broken: 0 })

  const uses = await it.db.selectFrom('vault_uses').selectAll().where('purpose', '=', 'rotate').execute()
  expect(uses).toMatchObject([
    { account_id: it.person.accountId, connection_id: before.id, process: 'jobs', outcome: 'ok', bid_id: null },
  ])
})

test('stopped halfway, sealing anew goes on where it was', async () => {
  await using it = await startRotating()
  for (let others = 0; others < 4; others += 1) {
    const other = await it.api.signUp()
    await it.store(GOOD, other)
  }
  const stopping = new AbortController()
  const { vault } = it.opener
  const keys = [it.newer.secret, it.secretKey]
  let opened = 0
  const counting: typeof vault = {
    open: (...what) => {
      opened += 1
      if (opened === 4) stopping.abort() // the second seal of the second login
      return openVault(keys).open(...what)
    },
  }
  const first = await rotateCredentialKeys(
    { ...it.opener, vault: counting, sealer: createSealer(keys) },
    stopping.signal,
  )
  expect(first).toEqual({ resealed: 2, broken: 0 })
  expect((await it.sealedFor()).map(([credentials]) => credentials)).toEqual(['v2', 'v2', 'v1', 'v1', 'v1'])
  expect(await it.reseal()).toEqual({ resealed: 3, broken: 0 })
  expect(new Set((await it.sealedFor()).flat())).toEqual(new Set(['v2']))
})

test('logins opened and renewed while they are sealed anew never fail', async () => {
  await using it = await startRotating()
  const both = { ...it.opener, vault: openVault([it.newer.secret, it.secretKey]) }
  const opening = Array.from({ length: 20 }, async () => openSealedSession(both.vault, await it.connection()))
  const renewing = it.open({ fresh: true })
  await Promise.all([it.reseal(), it.reseal(), ...opening, renewing])
  await it.reseal()
  expect(await it.sealedFor()).toEqual([['v2', 'v2']])
  expect(openSealedSession(openVault([it.newer.secret]), await it.connection())).toMatchObject({
    token: expect.any(String),
  })
})

test('a login that does not open is left alone and counted, and the others are sealed anew', async () => {
  await using it = await startRotating()
  const other = await it.api.signUp()
  await it.store(GOOD, other)
  const broken = await it.connection()
  await it.db
    .updateTable('connections')
    .set({ sealed_token: JSON.stringify({ ...broken.sealed_token, body: 'AAAA' }) })
    .where('id', '=', broken.id)
    .execute()
  expect(await it.reseal()).toEqual({ resealed: 1, broken: 1 })
  expect(await it.sealedFor()).toEqual([
    ['v1', 'v1'],
    ['v2', 'v2'],
  ])
  const uses = await it.db.selectFrom('vault_uses').select('outcome').where('purpose', '=', 'rotate').execute()
  expect(uses.map(({ outcome }) => outcome)).toEqual(['failed', 'ok'])
})

test('logins whose key is lost can be given up, and those of other keys stay', async () => {
  await using it = await startRotating()
  await it.reseal()
  const other = await it.api.signUp()
  await it.store(GOOD, other) // sealed for v1, as the test's API does
  const operator = { db: it.db, clock: systemClock, process: 'operator' }
  expect(await removeUnopenableLogins(operator, [it.newer.secret])).toBe(1)
  expect((await it.status()).hasCredentials).toBe(true)
  expect((await it.status(other)).hasCredentials).toBe(false)
  await check(it.db, [it.newer.secret])
  expect(await removeUnopenableLogins(operator, [it.newer.secret])).toBe(0)
})
