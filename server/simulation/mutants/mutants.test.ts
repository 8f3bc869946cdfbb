import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { engineMutants, sqlMutants } from './try-mutants.ts'

const SIMULATE = fileURLToPath(new URL('../simulate.ts', import.meta.url))

// Guards are taken out while Node loads the modules, which only a process of its own can do.
test('Without any one of its guards, the engine breaks a rule or PostgreSQL differs from its model', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [SIMULATE, '--mutants', '--quick'])
  const quick = [...engineMutants(true), ...sqlMutants(true)]
  expect(quick.length).toBeGreaterThan(16)
  for (const [name] of quick) expect(stdout).toMatch(new RegExp(`caught by (seed|sequence) \\d+: ${name}`))
}, 120_000)
