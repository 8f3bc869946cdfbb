#!/usr/bin/env node
import { spawn, spawnSync } from 'node:child_process'
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
 * @typedef {{ name: string, args: string[] }} Check
 */

/** Their packages are installed for a benchmark alone, so that their types are not known here. */
const UNTYPED = ['bench/peers', 'bench/lighthouse']
const RESULTS = join(ROOT, 'test-results')
const PASSED = { passed: 1, failed: 0 }
const FAILED = { passed: 0, failed: 1 }

const typed = UNTYPED.flatMap((folder) => ['--ignore-pattern', folder])

/**
 * They run side by side: most of them use one core.
 *
 * @type {Check[]}
 */
const CHECKS = [
  { name: 'format', args: [inPackage('oxfmt', 'bin/oxfmt'), '--check', '.'] },
  // One program checks both, because the rules need the types as well.
  { name: 'lint and types', args: [inPackage('oxlint', 'bin/oxlint'), '--type-check', ...typed] },
  { name: `lint of ${UNTYPED.join(' and ')}`, args: [inPackage('oxlint', 'bin/oxlint'), ...UNTYPED] },
  { name: 'unused code', args: [inPackage('knip', 'bin/knip.js'), '--no-progress'] },
  { name: 'web build', args: [join(ROOT, 'scripts', 'build-web.mjs')] },
]

/** @type {Step[]} */
const STEPS = [
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
/**
 * Said again at the end: a step that failed early is far above by then.
 *
 * @type {string[]}
 */
const failures = []
for (const { name, ending } of CHECKS.filter(isWanted).map(start)) {
  const { output, count } = await ending
  console.log(`\n── ${name}\n${output.trimEnd()}`)
  add(name, count)
}
for (const { name, run } of STEPS.filter(isWanted)) {
  console.log(`\n── ${name}`)
  add(name, run())
}
// A run that did nothing has shown nothing.
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
console.log(['', ...failures, ''].join('\n'))
console.log(`${total.passed} passed, ${total.failed} failed`)

/** @param {{ name: string }} step */
function isWanted({ name }) {
  const inBrowser = name === 'browser' || name === 'web build'
  return wanted.only === undefined ? !(wanted.check && inBrowser) : name === wanted.only
}

/**
 * @param {string} name
 * @param {Count} count
 */
function add(name, { passed, failed }) {
  total.passed += passed
  total.failed += failed
  if (failed > 0) failures.push(`── ${name}: ${failed} failed`)
}

/**
 * @param {string} name
 * @param {string} program
 */
function inPackage(name, program) {
  return join(ROOT, 'node_modules', name, program)
}

/**
 * What a tool starts in its turn shall find our Node as well.
 *
 * @param {NodeJS.ProcessEnv} [env]
 */
function environment(env) {
  const PATH = `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`
  return { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env, PATH }
}

/**
 * Starts a check on our Node; `ending` has what it said.
 *
 * @param {Check} check
 */
function start({ name, args }) {
  const check = spawn(NODE, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: environment() })
  let output = ''
  for (const stream of [check.stdout, check.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  /** @type {Promise<{ output: string, count: Count }>} */
  const ending = new Promise((resolve) => {
    check.on('close', (status) => resolve({ output, count: status === 0 ? PASSED : FAILED }))
  })
  return { name, ending }
}

/**
 * Runs a package's program, on our Node, telling what it says.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function tool(file, args, env) {
  const { status } = spawnSync(NODE, [file, ...args], { cwd: ROOT, stdio: 'inherit', env: environment(env) })
  return status === 0 ? PASSED : FAILED
}

function vitest() {
  const output = join(RESULTS, 'tests.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const step = tool(inPackage('vitest', 'vitest.mjs'), ['run', ...reporters])
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
  const step = tool(inPackage('@playwright/test', 'cli.js'), ['test', '-c', 'e2e'], {
    CHROMIUM_PATH: chromium,
    TMPDIR: folder,
  })
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
