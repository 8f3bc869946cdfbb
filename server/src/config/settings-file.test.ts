import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
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

test('A program that runs alone takes nothing from the file of the data folder', async () => {
  const folder = await aFolder()
  await writeFile(join(folder, 'settings.env'), 'PORT=no-port\n')
  await expect(run({ BIDWELL_DATA: folder }, 'engine')).rejects.toThrow('\nDATABASE_URL must be set')
})

test('Without the file there is no setting in it, and one that cannot be read is named', async () => {
  const folder = await aFolder()
  expect(await readSettingsFile({ BIDWELL_DATA: join(folder, 'none') })).toEqual({})
  await mkdir(join(folder, 'settings.env'))
  await expect(readSettingsFile({ BIDWELL_DATA: folder })).rejects.toThrow(
    `${folder}/settings.env cannot be read: EISDIR`,
  )
})
