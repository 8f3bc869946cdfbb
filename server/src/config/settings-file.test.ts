import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { linesOf } from './keys-file.ts'
import { generateKeys } from './keys.ts'
import { readSettingsFile } from './settings-file.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const run = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  promisify(execFile)(process.execPath, [MAIN, ...args], { env: { PATH: process.env['PATH'], ...env } })

test('A command takes its settings from the file of the data folder, and the environment comes first', async () => {
  const folder = await aFolder()
  await writeFile(join(folder, 'settings.env'), '# of this machine\nPORT=4500\nLOG_LEVEL="warn"\n')
  const { stdout } = await run({ BIDWELL_DATA: folder, LOG_LEVEL: 'error' }, 'config')
  expect(stdout).toMatch(/^PORT +settings\.env +4500$/m)
  expect(stdout).toMatch(/^LOG_LEVEL +environment +error$/m)
})

test('A program that runs alone takes its settings from the file too, and of the secrets in it its own', async () => {
  const folder = await aFolder()
  const keys = generateKeys()
  const lines = { LOG_LEVEL: 'silent', PORT: '0', DATABASE_URL: 'postgres://127.0.0.1:1/none', ...keys }
  await writeFile(join(folder, 'settings.env'), linesOf(lines))
  await expect(run({ BIDWELL_DATA: folder }, 'engine')).rejects.toThrow('127.0.0.1')
  // It has the session keys, and lacks those that open the vault.
  await expect(run({ BIDWELL_DATA: folder, NODE_ENV: 'production' }, 'api')).rejects.toThrow(
    /\nVAULT_KEYS must be set for the api/,
  )
})

test('A name that almost spells a setting is told at the start of a command', async () => {
  const { stderr } = await run({ BIDWELL_DATA: await aFolder(), SMTP_ULR: 'x' }, 'config')
  expect(stderr).toBe('SMTP_ULR is no setting. If you mean SMTP_URL, correct it.\n')
})

test('Without the file there is no setting in it, and one that cannot be read is named', async () => {
  const folder = await aFolder()
  expect(await readSettingsFile({ BIDWELL_DATA: join(folder, 'none') })).toEqual({})
  await mkdir(join(folder, 'settings.env'))
  await expect(readSettingsFile({ BIDWELL_DATA: folder })).rejects.toThrow(
    `${folder}/settings.env cannot be read: EISDIR`,
  )
})
