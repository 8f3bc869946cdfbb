import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { generateKeys, type KeyName, missingKeys } from './keys.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
})

afterEach(() => rm(dataDir, { recursive: true }))

const BOTH: readonly KeyName[] = ['SESSION_KEYS', 'VAULT_KEYS']
const missing = (env: Record<string, string> = {}, needed = BOTH) =>
  missingKeys(readConfig({ BIDWELL_DATA: dataDir, ...env }), needed)

test('the configuration accepts generated keys', () => {
  const { keys } = readConfig(generateKeys())
  expect(keys.session[0]?.key).toHaveLength(32)
  expect(keys.vault[0]).toMatchObject({ kind: 'secret' })
})

test('the first start makes keys that only their owner can read, and later starts read the same keys', async () => {
  const first = await missing()
  expect(readConfig(first).keys.vault).toHaveLength(1)
  expect((await stat(join(dataDir, 'keys.env'))).mode & 0o777).toBe(0o600)
  expect(await missing()).toEqual(first)
})

test('keys that the environment gives are not read from the data folder', async () => {
  const { VAULT_KEYS, SESSION_KEYS } = generateKeys()
  expect(await missing({ VAULT_KEYS, SESSION_KEYS })).toEqual({})
  expect(Object.keys(await missing({ VAULT_KEYS }))).toEqual(['SESSION_KEYS'])
})

test('in production, missing keys are refused with the command that generates them', async () => {
  await expect(missing({ NODE_ENV: 'production' })).rejects.toThrow(
    /^SESSION_KEYS and VAULT_KEYS must be set .* `npm run -s bidwell generate-keys` prints them/,
  )
})

test('in production, a process starts without a key that it does not need', async () => {
  const { VAULT_KEYS } = generateKeys()
  expect(await missing({ NODE_ENV: 'production', VAULT_KEYS }, ['VAULT_KEYS'])).toEqual({})
})

test('a key file that has lost a key is refused, and no new key is made', async () => {
  await writeFile(join(dataDir, 'keys.env'), 'SESSION_KEYS=\n')
  await expect(missing()).rejects.toThrow(/keys.env does not hold SESSION_KEYS any more/)
})
