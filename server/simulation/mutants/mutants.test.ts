import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { MUTANTS, QUICK_WITHIN } from './mutants.ts'

const SIMULATE = fileURLToPath(new URL('../simulate.ts', import.meta.url))

// Guards are taken out while Node loads the modules, which only a process of its own can do.
test('with any one guard taken out, the simulation notices', { timeout: 120_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [SIMULATE, '--mutants', '--quick'])
  const quick = Object.entries(MUTANTS).filter(([, { withinSeeds }]) => withinSeeds <= QUICK_WITHIN)
  expect(quick.length).toBeGreaterThan(10)
  for (const [name] of quick) expect(stdout).toMatch(new RegExp(`caught by seed \\d+: ${name}`))
})
