import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { ENGINE_MUTANTS, type Mutant } from './mutants.ts'
import { SQL_MUTANTS } from './sql-mutants.ts'
import { TESTED_MUTANTS } from './tested-mutants.ts'

const SERVER = new URL('../../', import.meta.url)
const SIMULATE = fileURLToPath(new URL('../simulate.ts', import.meta.url))

const occurrences = ({ file, guard }: Mutant) => readFileSync(new URL(file, SERVER), 'utf8').split(guard).length - 1

test('The guard of every mutant occurs exactly once in its file', () => {
  const guards: [string, Mutant][] = Object.entries({ ...ENGINE_MUTANTS, ...SQL_MUTANTS, ...TESTED_MUTANTS })
  expect(guards.filter(([, mutant]) => occurrences(mutant) !== 1).map(([name]) => name)).toEqual([])
})

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
