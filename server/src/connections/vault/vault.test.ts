import { generateKeyPairSync } from 'node:crypto'
import { inspect } from 'node:util'
import { assert, constantFrom, nat, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import type { VaultKey } from '../../config/config.ts'
import { createSealer } from './create-sealer.ts'
import { openVault, SealBroken } from './open-vault.ts'
import type { SealContext, Sealed } from './sealed.ts'
import { Secret } from './secret.ts'

const CONTEXT: SealContext = {
  purpose: 'site-credentials',
  accountId: 7,
  connectionId: 11,
  marketplace: 'shopgoodwill',
  version: 3,
}
const HOST = 'site.example.com'
const PASSWORD = new Secret('{"username":"demo","password":"hunter2"}')

/** Both halves of a new key, in the form of the configuration. */
function newKey(kid: string): { secret: VaultKey; public: VaultKey } {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  return {
    secret: { kid, kind: 'secret', key: privateKey.export({ format: 'raw-private' }) },
    public: { kid, kind: 'public', key: publicKey.export({ format: 'raw-public' }) },
  }
}

const key = newKey('k1')
const sealer = createSealer([key.public], HOST)
const vault = openVault([key.secret], HOST)

/** One of each kind: fast-check takes a second and a half to list them all. */
const character = constantFrom(...Array.from('a"\n\0é漢😀\u{10ffff}'))

test('Any sealed text opens again in its context', () => {
  assert(
    property(string({ unit: character }), nat(), nat(), (text, accountId, version) => {
      const context = { ...CONTEXT, accountId, version }
      expect(vault.open(sealer.seal(new Secret(text), context), context).reveal()).toBe(text)
    }),
    { numRuns: 50 },
  )
})

test('A seal with a single changed bit does not open', () => {
  const sealed = sealer.seal(PASSWORD, CONTEXT)
  for (const field of ['epk', 'wrapped_key', 'body', 'commitment'] as const) {
    const bytes = Buffer.from(sealed[field], 'base64url')
    for (const [at, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes)
      changed[at] = byte ^ (1 << (at & 7))
      // X25519 ignores the topmost bit of a public key, but the wrapping key is derived from all of its bits.
      const forged = { ...sealed, [field]: changed.toString('base64url') }
      expect(() => vault.open(forged, CONTEXT), `${field} byte ${at}`).toThrow(SealBroken)
    }
  }
})

test.each([
  ['another account', { accountId: 8 }],
  ['another connection', { connectionId: 12 }],
  ['another site', { marketplace: 'ebay' }],
  ['an older version', { version: 2 }],
  ['another purpose', { purpose: 'site-token' as const }],
])('A seal does not open for %s', (_, change) => {
  const sealed = sealer.seal(PASSWORD, CONTEXT)
  expect(() => vault.open(sealed, { ...CONTEXT, ...change })).toThrow(SealBroken)
})

test('A seal does not open in a process that uses another host of the site', () => {
  const sealed = sealer.seal(PASSWORD, CONTEXT)
  const elsewhere = openVault([key.secret], 'site.example.net')
  expect(() => elsewhere.open(sealed, CONTEXT)).toThrow(SealBroken)
  expect(() => elsewhere.open({ ...sealed, host: 'site.example.net' }, CONTEXT)).toThrow(SealBroken)
  expect(vault.open(sealed, CONTEXT).reveal()).toBe(PASSWORD.reveal())
})

test('A seal does not open in a context whose fields are equal only when joined', () => {
  const sealed = sealer.seal(PASSWORD, { ...CONTEXT, accountId: 1, connectionId: 23 })
  expect(() => vault.open(sealed, { ...CONTEXT, accountId: 12, connectionId: 3 })).toThrow(SealBroken)
})

test.each([4, 8, 12, 15])('A seal with a tag of only %i bytes does not open', (length) => {
  const sealed = sealer.seal(PASSWORD, CONTEXT)
  for (const field of ['wrapped_key', 'body'] as const) {
    const bytes = Buffer.from(sealed[field], 'base64url')
    const cut = { ...sealed, [field]: bytes.subarray(0, bytes.length - 16 + length).toString('base64url') }
    expect(() => vault.open(cut, CONTEXT)).toThrow(SealBroken)
  }
})

test('A body does not open under another seal of the same account', () => {
  const [one, other] = [sealer.seal(PASSWORD, CONTEXT), sealer.seal(new Secret('other'), CONTEXT)]
  expect(() => vault.open({ ...one, body: other.body }, CONTEXT)).toThrow(SealBroken)
})

test('A seal opens only with the key that it names', () => {
  const other = newKey('k2')
  const sealed = sealer.seal(PASSWORD, CONTEXT)
  expect(() => openVault([other.secret], HOST).open(sealed, CONTEXT)).toThrow(SealBroken)
  expect(() => openVault([other.secret, key.secret], HOST).open({ ...sealed, kid: 'k2' }, CONTEXT)).toThrow(SealBroken)
  expect(() => vault.open({ ...sealed, kid: '__proto__' }, CONTEXT)).toThrow(SealBroken)
  expect(() => openVault([{ ...other.secret, kid: 'k1' }], HOST).open(sealed, CONTEXT)).toThrow(SealBroken)
})

test('With a new key, old seals still open and new seals are for the new key', () => {
  const next = newKey('k2')
  const both = openVault([next.secret, key.secret], HOST)
  const [old, fresh] = [
    sealer.seal(PASSWORD, CONTEXT),
    createSealer([next.public, key.public], HOST).seal(PASSWORD, CONTEXT),
  ]
  expect(fresh.kid).toBe('k2')
  expect([old, fresh].map((sealed) => both.open(sealed, CONTEXT).reveal())).toEqual([
    PASSWORD.reveal(),
    PASSWORD.reveal(),
  ])
})

test('A process with public keys alone can seal and never open', () => {
  const other = newKey('k2')
  expect(() => openVault([key.public], HOST)).toThrow('VAULT_KEYS must hold a secret key')
  expect(() => openVault([other.secret, key.public], HOST).open(sealer.seal(PASSWORD, CONTEXT), CONTEXT)).toThrow(
    SealBroken,
  )
})

test('A sealer needs a key', () => {
  expect(() => createSealer([], HOST)).toThrow('VAULT_KEYS must hold a key')
})

test('A value that is not a seal does not open', () => {
  for (const stored of [null, {}, 'x', [], { ...sealer.seal(PASSWORD, CONTEXT), v: 1 }]) {
    expect(() => vault.open(stored, CONTEXT)).toThrow(SealBroken)
  }
})

test('No two seals of one secret share a nonce or a key, and none contains the secret in clear text', () => {
  const seals = Array.from({ length: 50 }, () => sealer.seal(PASSWORD, CONTEXT))
  for (const field of ['epk', 'wrapped_key', 'body', 'commitment'] satisfies (keyof Sealed)[]) {
    expect(new Set(seals.map((sealed) => sealed[field].slice(0, 16))).size).toBe(seals.length)
  }
  expect(JSON.stringify(seals)).not.toContain('hunter2')
  expect(Buffer.from(seals[0]!.body, 'base64url').toString('latin1')).not.toContain('hunter2')
})

test('A secret is hidden when it is printed, logged or converted to JSON', () => {
  const shown = [String(PASSWORD), JSON.stringify({ PASSWORD }), inspect({ PASSWORD }), Object.keys(PASSWORD).join()]
  expect(shown.join()).not.toContain('hunter2')
  expect(PASSWORD.reveal()).toContain('hunter2')
})
