#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './find-chromium.mjs'
import { memoryFolder } from './memory-folder.mjs'
import { buildWeb, COMPILED, install, NODE, ROOT } from './prepare.mjs'

/**
 * A step counts as one, and each test of a step counts as one more.
 *
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {{ name: string, run: () => Count }} Step
 */

/** Their packages are installed for a benchmark alone, so that their types are not known here. */
const UNTYPED = ['bench/peers', 'bench/lighthouse']
const RESULTS = join(ROOT, 'test-results')
const PASSED = { passed: 1, failed: 0 }
const FAILED = { passed: 0, failed: 1 }

const typed = UNTYPED.flatMap((folder) => ['--ignore-pattern', folder])

/** @type {Step[]} */
const STEPS = [
  { name: 'format', run: () => tool('oxfmt', 'bin/oxfmt', ['--check', '.']) },
  // One program checks both, because the rules need the types as well.
  { name: 'lint and types', run: () => tool('oxlint', 'bin/oxlint', ['--type-check', ...typed]) },
  { name: `lint of ${UNTYPED.join(' and ')}`, run: () => tool('oxlint', 'bin/oxlint', UNTYPED) },
  { name: 'unused code', run: () => tool('knip', 'bin/knip.js', ['--no-progress']) },
  { name: 'tests', run: vitest },
  { name: 'browser', run: playwright },
]

const { values: wanted } = parseArgs({
  options: { check: { type: 'boolean', default: false }, only: { type: 'string' } },
})

install()
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS)
const total = { passed: 0, failed: 0 }
/** Said again at the end: a step that failed early is far above by then. */
const failures = []
for (const { name, run } of STEPS.filter(isWanted)) {
  console.log(`\n── ${name}`)
  const { passed, failed } = run()
  total.passed += passed
  total.failed += failed
  if (failed > 0) failures.push(`── ${name}: ${failed} failed`)
}
// A run that did nothing has shown nothing.
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
console.log(['', ...failures, ''].join('\n'))
console.log(`${total.passed} passed, ${total.failed} failed`)

/** @param {Step} step */
function isWanted({ name }) {
  return wanted.only === undefined ? !(wanted.check && name === 'browser') : name === wanted.only
}

/**
 * Runs a package's program, on our Node, telling what it says.
 *
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function tool(name, program, args, env) {
  const file = join(ROOT, 'node_modules', name, program)
  // What a tool starts in its turn shall find our Node as well.
  const PATH = `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`
  const { status } = spawnSync(NODE, [file, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env, PATH },
  })
  return status === 0 ? PASSED : FAILED
}

function vitest() {
  const output = join(RESULTS, 'tests.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const step = tool('vitest', 'vitest.mjs', ['run', ...reporters])
  const told = read(output)
  return together(step, told?.numPassedTests, told?.numFailedTests)
}

function playwright() {
  if (!existsSync(join(ROOT, 'e2e', 'playwright.config.ts'))) return FAILED
  buildWeb()
  const chromium = findChromium()
  if (chromium === null) {
    console.log('No Chromium that runs: install one, and set CHROMIUM_PATH if it is not found by itself.')
    return FAILED
  }
  // The same in each run: Playwright keeps its compiled stories there.
  const folder = join(memoryFolder(), `bidwell-browser${ROOT.replaceAll('/', '-')}`)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755) // PostgreSQL may run as another user than ours
  const step = tool('@playwright/test', 'cli.js', ['test', '-c', 'e2e'], { CHROMIUM_PATH: chromium, TMPDIR: folder })
  // A story that was interrupted leaves its installation behind.
  const installations = readdirSync(folder).filter((name) => name.startsWith('bidwell-'))
  for (const name of installations) rmSync(join(folder, name), { recursive: true, force: true })
  const told = read(join(RESULTS, 'browser.json'))?.stats
  return together(step, told && told.expected + told.flaky, told?.unexpected)
}

/**
 * The step passes only if its program is content, and some test did run.
 *
 * @param {Count} step
 * @param {number} [passed]
 * @param {number} [failed]
 */
function together(step, passed = 0, failed = 0) {
  const { passed: one, failed: none } = passed + failed > 0 ? step : FAILED
  return { passed: passed + one, failed: failed + none }
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
