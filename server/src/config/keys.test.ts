import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { generateKeys, keysOf, missingKeys, publicHalvesAsText } from './keys.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
})

afterEach(() => rm(dataDir, { recursive: true }))

const config = (env: Record<string, string> = {}) => readConfig({ BIDWELL_DATA: dataDir, ...env })
const missing = (env: Record<string, string> = {}) => missingKeys(config(env))
const PRODUCTION = { NODE_ENV: 'production' }
const kinds = (keys: { vault: { kind: string }[] }) => keys.vault.map(({ kind }) => kind)

test('The configuration accepts generated keys', () => {
  const { keys } = readConfig(generateKeys())
  expect(keys.session[0]?.key).toHaveLength(32)
  expect(keys.vault[0]).toMatchObject({ kind: 'secret' })
})

test('The first start makes keys that only their owner can read, and later starts read the same keys', async () => {
  const first = await missing()
  expect(readConfig(first).keys.vault).toHaveLength(1)
  expect((await stat(join(dataDir, 'keys.env'))).mode & 0o777).toBe(0o600)
  expect(await missing()).toEqual(first)
})

test('Keys that the environment gives are not read from the data folder', async () => {
  const { VAULT_KEYS, SESSION_KEYS } = generateKeys()
  expect(await missing({ VAULT_KEYS, SESSION_KEYS })).toEqual({})
  expect(Object.keys(await missing({ VAULT_KEYS }))).toEqual(['SESSION_KEYS'])
})

test('In production, missing keys are refused with the command that generates them', async () => {
  await expect(missing({ NODE_ENV: 'production' })).rejects.toThrow(
    /^SESSION_KEYS and VAULT_KEYS must be set .* `npm run -s bidwell keys generate` prints a set/,
  )
})

test('A part alone receives the keys of the data folder that it needs, and the API no secret vault key', async () => {
  await missing()
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
  await missing() // the data folder's keys do not help in production
  await expect(keysOf(process, config({ ...PRODUCTION, ...given }))).rejects.toThrow(reason)
})

test('A key file that has lost a key is refused, and no new key is made', async () => {
  await writeFile(join(dataDir, 'keys.env'), 'SESSION_KEYS=\n')
  await expect(missing()).rejects.toThrow(/keys.env does not hold SESSION_KEYS any more/)
})
