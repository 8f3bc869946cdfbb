import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deriveIdentity, findBackupIdentities, keepBackupIdentities } from './backup-keys.ts'
import { readConfig } from './config.ts'
import { deriveKeys, generateKeys, keepKeys, keysOf, publicHalvesAsText } from './keys.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
})

afterEach(() => rm(dataDir, { recursive: true }))

const config = (env: Record<string, string> = {}) => readConfig({ BIDWELL_DATA: dataDir, ...env })
const keep = (env: Record<string, string> = {}) => keepKeys(config(env))
const PRODUCTION = { NODE_ENV: 'production' }
const kinds = (keys: { vault: { kind: string }[] }) => keys.vault.map(({ kind }) => kind)

test('The configuration accepts generated keys', () => {
  const { keys } = readConfig(generateKeys())
  expect(keys.session[0]?.key).toHaveLength(32)
  expect(keys.vault[0]).toMatchObject({ kind: 'secret' })
})

test('The first start makes keys that only their owner can read, and later starts read the same keys', async () => {
  const first = await keep()
  expect(readConfig(first).keys.vault).toHaveLength(1)
  expect((await stat(join(dataDir, 'keys.env'))).mode & 0o777).toBe(0o600)
  expect(await keep()).toEqual(first)
})

test('Keys that the environment gives are not read from the data folder', async () => {
  const { VAULT_KEYS, SESSION_KEYS } = generateKeys()
  expect(await keep({ VAULT_KEYS, SESSION_KEYS })).toEqual({ VAULT_KEYS, SESSION_KEYS })
  expect(await readdir(dataDir)).toEqual([])
  const made = await keep()
  expect(await keep({ VAULT_KEYS })).toEqual({ ...made, VAULT_KEYS })
})

test('In production, missing keys are refused with the command that generates them', async () => {
  await expect(keep({ NODE_ENV: 'production' })).rejects.toThrow(
    /^SESSION_KEYS and VAULT_KEYS must be set .* `npm run -s bidwell keys generate` prints a set/,
  )
})

test('A part alone receives the keys of the data folder that it needs, and the API no secret vault key', async () => {
  await keep()
  expect(await keysOf('api', config())).toMatchObject({ session: [{}], vault: [{ kind: 'public' }] })
  for (const process of ['jobs', 'engine'] as const) {
    expect(await keysOf(process, config())).toMatchObject({ session: [], vault: [{ kind: 'secret' }] })
  }
})

test('A part alone makes no keys', async () => {
  await expect(keysOf('engine', config())).rejects.toThrow(/^VAULT_KEYS must be set unless BIDWELL_DATA has a keys.env/)
  expect(await readdir(dataDir)).toEqual([])
})

test('In production, a part starts with its own keys alone', async () => {
  const { SESSION_KEYS, VAULT_KEYS } = generateKeys()
  const sealing = publicHalvesAsText(config({ VAULT_KEYS }).keys.vault)
  const api = await keysOf('api', config({ ...PRODUCTION, SESSION_KEYS, VAULT_KEYS: sealing }))
  expect([api.session.length, kinds(api)]).toEqual([1, ['public']])
  expect(kinds(await keysOf('jobs', config({ ...PRODUCTION, VAULT_KEYS })))).toEqual(['secret'])
})

test.each([
  ['api', ['VAULT_KEYS'], /^SESSION_KEYS must be set for the api/],
  ['api', [], /^SESSION_KEYS and VAULT_KEYS must be set for the api/],
  ['api', ['SESSION_KEYS', 'VAULT_KEYS'], /^VAULT_KEYS must hold public keys alone for the API/],
  ['engine', ['SESSION_KEYS', 'VAULT_KEYS'], /^SESSION_KEYS must not be set for the engine/],
  ['jobs', ['SESSION_KEYS', 'VAULT_KEYS'], /^SESSION_KEYS must not be set for the jobs/],
  ['engine', [], /^VAULT_KEYS must be set for the engine/],
] as const)('In production, the %s with the keys %j is refused by name', async (process, names, reason) => {
  const { SESSION_KEYS, VAULT_KEYS } = generateKeys()
  const sealing = publicHalvesAsText(config({ VAULT_KEYS }).keys.vault)
  // With the session keys missing, the vault key is the right one: only one fault at a time.
  const vault = process === 'api' && names.length === 1 ? sealing : VAULT_KEYS
  const given = Object.fromEntries(
    Object.entries({ SESSION_KEYS, VAULT_KEYS: vault }).filter(([name]) => names.some((n) => n === name)),
  )
  await keep() // the data folder's keys do not help in production
  await expect(keysOf(process, config({ ...PRODUCTION, ...given }))).rejects.toThrow(reason)
})

test('A key file that has lost a key is refused, and no new key is made', async () => {
  await writeFile(join(dataDir, 'keys.env'), 'SESSION_KEYS=\n')
  await expect(keep()).rejects.toThrow(/keys.env does not hold SESSION_KEYS any more/)
})

const root = () => randomBytes(32).toString('base64')
const kids = ({ VAULT_KEYS }: { VAULT_KEYS: string }) => readConfig({ VAULT_KEYS }).keys.vault.map(({ kid }) => kid)

test('Every key comes from the root secret, the same at each start, in production too', async () => {
  const ROOT_SECRET = root()
  const first = await keep({ ROOT_SECRET })
  expect(first).toEqual(deriveKeys(Buffer.from(ROOT_SECRET, 'base64')))
  expect(await keep({ ...PRODUCTION, ROOT_SECRET })).toEqual(first)
  const { keys } = readConfig(first)
  expect(keys.session[0]?.key.equals(keys.vault[0]!.key)).toBe(false)
})

test('A root secret seals anew what the keys before it have sealed: those of the data folder, given ones, and its own', async () => {
  const [made, given, ROOT_SECRET] = [await keep(), generateKeys(), root()]
  const [derived] = kids(deriveKeys(Buffer.from(ROOT_SECRET, 'base64')))
  expect(kids(await keep({ ROOT_SECRET }))).toEqual([derived, ...kids(made)])
  expect(kids(await keep({ ROOT_SECRET, ...given }))).toEqual([derived, ...kids(given)])
  expect(kids(await keep({ ROOT_SECRET, ...deriveKeys(Buffer.from(ROOT_SECRET, 'base64')) }))).toEqual([derived])
})

test('A root secret that is lost or another one is told, and makes no key', async () => {
  const [used, other] = [root(), root()]
  const before = await keep({ ROOT_SECRET: used })
  const name = kids(before)[0]
  await expect(keep()).rejects.toThrow(`ROOT_SECRET must be the one that this installation has used ("${name}")`)
  await expect(keep({ ROOT_SECRET: other })).rejects.toThrow(
    /: put it back, last in the list, since nothing else opens/,
  )
  expect(await keep({ ROOT_SECRET: used })).toEqual(before)
  expect(kids(await keep({ ROOT_SECRET: `${other},${used}` }))).toEqual([expect.stringMatching(/^root-/), name])
  await expect(keep({ ROOT_SECRET: used })).rejects.toThrow(/^ROOT_SECRET must be/)
})

test('A part alone has its own keys of a root secret, and refuses the secret in production', async () => {
  const ROOT_SECRET = root()
  expect(kinds(await keysOf('api', config({ ROOT_SECRET })))).toEqual(['public'])
  expect(await keysOf('jobs', config({ ROOT_SECRET }))).toMatchObject({ session: [], vault: [{ kind: 'secret' }] })
  await expect(keysOf('api', config({ ...PRODUCTION, ROOT_SECRET, ...generateKeys() }))).rejects.toThrow(
    /^ROOT_SECRET must not be set for the api in production/,
  )
})

test('The key of backups comes from the root secret, before the one of the data folder, unless others are given', async () => {
  const made = await keepBackupIdentities(config())
  const rooted = config({ ROOT_SECRET: root() })
  const derived = await keepBackupIdentities(rooted)
  expect(derived).not.toEqual(made)
  expect(await findBackupIdentities(rooted)).toEqual([...derived, ...made])
  const BACKUP_IDENTITY = deriveIdentity(Buffer.from(root(), 'base64'))
  expect(await keepBackupIdentities(config({ ROOT_SECRET: root(), BACKUP_IDENTITY }))).toEqual([BACKUP_IDENTITY])
})
