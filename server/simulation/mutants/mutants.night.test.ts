import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { ENGINE_MUTANTS } from './mutants.ts'
import { SQL_MUTANTS } from './sql-mutants.ts'
import { TESTED_MUTANTS } from './tested-mutants.ts'

const SIMULATE = fileURLToPath(new URL('../simulate.ts', import.meta.url))

// Guards are taken out while Node loads the modules, which only a process of its own can do.
async function caughtOf(only: 'engine' | 'sql' | 'tests'): Promise<string[]> {
  const env = { ...process.env, TEST_SERVER_URL: inject('databaseUrl') }
  // It ends with 1 when one is not caught.
  const { stdout } = await promisify(execFile)(process.execPath, [SIMULATE, '--mutants', '--only', only], {
    env,
  }).catch((error: { stdout: string }) => error)
  return [...stdout.matchAll(/^caught by [^:]*: (.+?) \(/gm)].map(([, name = '']) => name)
}

test('Without any one of its guards, the engine breaks a rule', async () => {
  expect(await caughtOf('engine')).toEqual(Object.keys(ENGINE_MUTANTS))
})

test('Without any one of their guards, the statements differ from their model', async () => {
  expect(await caughtOf('sql')).toEqual(Object.keys(SQL_MUTANTS))
})

test('Without any one of its guards, a part around the engine fails its test', async () => {
  expect(await caughtOf('tests')).toEqual(Object.keys(TESTED_MUTANTS))
})
