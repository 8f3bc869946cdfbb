import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import type { Mutant } from './mutants.ts'
import { engineMutants, sqlMutants } from './try-mutants.ts'

const SERVER = new URL('../../', import.meta.url)
const SIMULATE = fileURLToPath(new URL('../simulate.ts', import.meta.url))

const occurrences = ({ file, guard }: Mutant) => readFileSync(new URL(file, SERVER), 'utf8').split(guard).length - 1

test('The guard of every mutant occurs exactly once in its file', () => {
  const guards = [...engineMutants(false), ...sqlMutants(false)]
  expect(guards.filter(([, mutant]) => occurrences(mutant) !== 1).map(([name]) => name)).toEqual([])
})

// Guards are taken out while Node loads the modules, which only a process of its own can do.
test('Without any one of its guards, the engine breaks a rule or PostgreSQL differs from its model', async () => {
  const env = { ...process.env, TEST_SERVER_URL: inject('databaseUrl') }
  const { stdout } = await promisify(execFile)(process.execPath, [SIMULATE, '--mutants', '--quick'], { env })
  const quick = [...engineMutants(true), ...sqlMutants(true)]
  expect(quick.length).toBeGreaterThan(16)
  for (const [name] of quick) expect(stdout).toMatch(new RegExp(`caught by (seed|sequence) \\d+: ${name}`))
}, 120_000)
