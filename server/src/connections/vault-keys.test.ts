import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Connecting, HOST, startConnecting } from '../../test/connecting.ts'
import type { VaultKey } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { StartupError } from '../platform/startup-error.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { connectionOf } from './connection-queries.ts'
import { removeUnopenableLogins } from './remove-unopenable-logins.ts'
import { rotateCredentialKeys } from './rotate-credential-keys.ts'
import { openSealedSession } from './seal-session.ts'
import { checkVaultKeys } from './vault/check-vault-keys.ts'
import { createSealer } from './vault/create-sealer.ts'
import { openVault } from './vault/open-vault.ts'
import { Secret } from './vault/secret.ts'

/** Both halves of a new key, in the form of the configuration. */
function newKey(kid: string): { secret: VaultKey; public: VaultKey } {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  return {
    secret: { kid, kind: 'secret', key: privateKey.export({ format: 'raw-private' }) },
    public: { kid, kind: 'public', key: publicKey.export({ format: 'raw-public' }) },
  }
}

let it: Connecting
let db: Db
beforeAll(async () => {
  it = await startConnecting()
  db = it.api.db
})
afterAll(() => it[Symbol.asyncDispose]())

beforeEach(async () => {
  await db.deleteFrom('connections').execute()
  await db.deleteFrom('vault_keys').execute()
})

const check = (keys: VaultKey[]) => checkVaultKeys({ db, clock: systemClock }, keys)
const ANOTHER = (kid: string) =>
  new StartupError(
    `VAULT_KEYS has another key under the name "${kid}" than the one that this database was used with: put that one ` +
      'back, or give the new one a name of its own and put it first',
  )

test('A database accepts the vault keys that it was used with, in either half', async () => {
  const [k1, k2] = [newKey('k1'), newKey('k2')]
  await check([k1.public])
  await check([k1.secret])
  await check([k2.secret, k1.secret])
  await check([k2.public, k1.public])
  expect(await db.selectFrom('vault_keys').select('kid').orderBy('kid').execute()).toEqual([
    { kid: 'k1' },
    { kid: 'k2' },
  ])
})

test.each(['secret', 'public'] as const)(
  'A different %s key under the name of a known key is refused',
  async (half) => {
    await check([newKey('k1').secret])
    await expect(check([newKey('k0')[half], newKey('k1')[half]])).rejects.toThrow(ANOTHER('k1'))
  },
)

test('A vault key is refused when its known answer was changed', async () => {
  const { secret } = newKey('k1')
  await check([secret])
  const context = { purpose: 'known-answer', accountId: 0, connectionId: 0, marketplace: '', version: 0 } as const
  const forged = createSealer([secret], '').seal(new Secret('another answer'), context)
  await db
    .updateTable('vault_keys')
    .set({ known_answer: JSON.stringify(forged) })
    .execute()
  await expect(check([secret])).rejects.toThrow(ANOTHER('k1'))
})

const kidOf = (sealed: object | null) => (sealed !== null && 'kid' in sealed ? sealed.kid : null)

/** A new account whose connection is sealed for the key `v1`, and a newer key. */
async function startRotating() {
  const own = await it.newcomer()
  await own.store()
  const newer = newKey('v2')
  const keys = [newer.secret, it.secretKey]
  return {
    ...own,
    newer,
    rotate: (signal = neverAborted) =>
      rotateCredentialKeys({ ...it.opener, vault: openVault(keys, HOST), sealer: createSealer(keys, HOST) }, signal),
    connection: async () => (await connectionOf(db, own.person.accountId, it.opener.marketplace.id))!,
    /** The names of the keys that every connection's credentials and session are sealed for. */
    async sealedFor() {
      const rows = await db.selectFrom('connections').selectAll().orderBy('id').execute()
      return rows.map(({ sealed_credentials, sealed_token }) => [kidOf(sealed_credentials), kidOf(sealed_token)])
    },
    /** The recorded rotations of this account. */
    rotations: () =>
      db
        .selectFrom('vault_uses')
        .selectAll()
        .where('purpose', '=', 'rotate')
        .where('account_id', '=', own.person.accountId)
        .execute(),
  }
}

/** Another account with a connection that is sealed for the key `v1`. */
async function connectAnother() {
  const other = await it.newcomer()
  await other.store()
  return other
}

test('A process without the key of a stored connection is refused, with what to do', async () => {
  const own = await startRotating()
  await expect(check([own.newer.secret])).rejects.toThrow(
    new StartupError(
      'VAULT_KEYS lacks the secret key "v1", for which 1 site login is sealed: put it back, last in the list. If it is ' +
        'lost for good, `npm run bidwell doctor -- --forget-lost-keys` removes what it sealed, and the owners connect again',
    ),
  )
  await check([own.newer.public]) // a process that only seals opens no connection
  await check([own.newer.secret, it.secretKey])
})

test('After a rotation to a newer key, connections work as before without the older key', async () => {
  const own = await startRotating()
  const before = await own.connection()
  const session = openSealedSession(it.opener.vault, before)
  expect(await own.sealedFor()).toEqual([['v1', 'v1']])

  expect(await own.rotate()).toEqual({ resealed: 1, broken: 0 })
  expect(await own.sealedFor()).toEqual([['v2', 'v2']])
  const after = await own.connection()
  expect(openSealedSession(openVault([own.newer.secret], HOST), after)).toEqual(session)
  expect([after.version, after.updated_at]).toEqual([before.version, before.updated_at])
  await check([own.newer.secret])
  expect(await own.rotate()).toEqual({ resealed: 0, broken: 0 })

  expect(await own.rotations()).toMatchObject([
    { account_id: own.person.accountId, connection_id: before.id, process: 'jobs', outcome: 'ok', bid_id: null },
  ])
})

test('A rotation that is aborted continues with the next run', async () => {
  const own = await startRotating()
  for (let others = 0; others < 4; others += 1) {
    await connectAnother()
  }
  const stopping = new AbortController()
  const { vault } = it.opener
  const keys = [own.newer.secret, it.secretKey]
  let opened = 0
  const aborting: typeof vault = {
    open: (...args) => {
      opened += 1
      if (opened === 4) stopping.abort() // the second seal of the second login
      return openVault(keys, HOST).open(...args)
    },
  }
  const first = await rotateCredentialKeys(
    { ...it.opener, vault: aborting, sealer: createSealer(keys, HOST) },
    stopping.signal,
  )
  expect(first).toEqual({ resealed: 2, broken: 0 })
  expect((await own.sealedFor()).map(([credentials]) => credentials)).toEqual(['v2', 'v2', 'v1', 'v1', 'v1'])
  expect(await own.rotate()).toEqual({ resealed: 3, broken: 0 })
  expect(new Set((await own.sealedFor()).flat())).toEqual(new Set(['v2']))
})

test('Connections can be opened and renewed during a rotation', async () => {
  const own = await startRotating()
  const both = { ...it.opener, vault: openVault([own.newer.secret, it.secretKey], HOST) }
  const opening = Array.from({ length: 20 }, async () => openSealedSession(both.vault, await own.connection()))
  const renewing = own.logInAgain()
  await Promise.all([own.rotate(), own.rotate(), ...opening, renewing])
  await own.rotate()
  expect(await own.sealedFor()).toEqual([['v2', 'v2']])
  expect(openSealedSession(openVault([own.newer.secret], HOST), await own.connection())).toMatchObject({
    token: expect.any(String),
  })
})

test('A rotation skips and counts a connection that does not open, and converts the others', async () => {
  const own = await startRotating()
  await connectAnother()
  const broken = await own.connection()
  await db
    .updateTable('connections')
    .set({ sealed_token: JSON.stringify({ ...broken.sealed_token, body: 'AAAA' }) })
    .where('id', '=', broken.id)
    .execute()
  expect(await own.rotate()).toEqual({ resealed: 1, broken: 1 })
  expect(await own.sealedFor()).toEqual([
    ['v1', 'v1'],
    ['v2', 'v2'],
  ])
  expect((await own.rotations()).map(({ outcome }) => outcome)).toEqual(['failed'])
})

test('Connections whose key is lost can be removed, and those of other keys stay', async () => {
  const own = await startRotating()
  await own.rotate()
  const other = await connectAnother()
  const operator = { db, clock: systemClock, process: 'operator' }
  expect(await removeUnopenableLogins(operator, [own.newer.secret])).toBe(1)
  expect((await own.status()).hasCredentials).toBe(true)
  expect((await other.status()).hasCredentials).toBe(false)
  await check([own.newer.secret])
  expect(await removeUnopenableLogins(operator, [own.newer.secret])).toBe(0)
})
