#!/usr/bin/env node
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './find-chromium.mjs'
import { memoryFolder } from './memory-folder.mjs'
import { COMPILED, install, NODE, ROOT } from './prepare.mjs'
import { providePgBouncer } from './provide-pgbouncer.mjs'

/**
 * A step counts as one, and each test of a step counts as one more. `titles`: of the tests that failed.
 *
 * @typedef {{ passed: number, failed: number, titles?: string[] }} Count
 * @typedef {{ title: string, specs: { title: string, ok: boolean, file: string }[], suites?: Suite[] }} Suite
 * @typedef {{ fullName: string, status: string, failureMessages: string[], duration?: number }} Assertion
 * @typedef {{ name: string, status: string, assertionResults: Assertion[] }} TestFile
 * @typedef {{ name: string, run: () => Count }} Step
 * @typedef {{ name: string, args: string[] }} Check
 */

/** Its packages are installed for a benchmark alone, so that its types are not known here. */
const UNTYPED = 'bench/peers'
const RESULTS = join(ROOT, 'test-results')
const BUILD_WEB = join(ROOT, 'scripts', 'build-web.mjs')
const REASON_LINES = 6
const SLOW_MS = 5_000
const PASSED = { passed: 1, failed: 0 }
const FAILED = { passed: 0, failed: 1 }

/**
 * They run side by side: most of them use one core.
 *
 * @type {Check[]}
 */
const CHECKS = [
  { name: 'format', args: [inPackage('oxfmt', 'bin/oxfmt'), '--check', '.'] },
  // One program checks both, because the rules need the types as well.
  { name: 'lint and types', args: [inPackage('oxlint', 'bin/oxlint'), '--type-check', '--ignore-pattern', UNTYPED] },
  { name: `lint of ${UNTYPED}`, args: [inPackage('oxlint', 'bin/oxlint'), UNTYPED] },
  { name: 'unused code', args: [inPackage('knip', 'bin/knip.js'), '--no-progress'] },
  { name: 'web build', args: [BUILD_WEB] },
]

/** @type {Step[]} */
const STEPS = [
  { name: 'tests', run: vitest },
  { name: 'browser', run: playwright },
  { name: 'journeys', run: journeys },
  { name: 'benchmarks', run: benchmarks },
]
const IN_BROWSER = ['browser', 'web build']
/** They take some minutes each, and a registry that serves the packages of the benchmarks. */
const ONLY_AT_NIGHT = ['journeys', 'benchmarks']
/** A benchmark ends with 2 when it has measured all, and missed a goal: how fast a machine is, no test says. */
const GOAL_MISSED = 2

const { values: wanted } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    night: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})

install({ toDevelop: true })
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
  if (wanted.only !== undefined) return name === wanted.only
  return !(wanted.check && IN_BROWSER.includes(name)) && (wanted.night || !ONLY_AT_NIGHT.includes(name))
}

/**
 * @param {string} name
 * @param {Count} count
 */
function add(name, { passed, failed, titles = [] }) {
  total.passed += passed
  total.failed += failed
  if (failed > 0) failures.push(`── ${name}: ${failed} failed`, ...titles.map((title) => `   ${title}`))
}

/**
 * @param {string} name
 * @param {string} program
 */
function inPackage(name, program) {
  return join(ROOT, 'node_modules', name, program)
}

/**
 * What a tool starts in its turn shall find our Node as well. `LEFT_OUT` names the circles of tests that it leaves out.
 *
 * @param {NodeJS.ProcessEnv} [env]
 */
function environment(env) {
  const PATH = `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`
  return {
    ...process.env,
    NODE_COMPILE_CACHE: COMPILED,
    ...(!wanted.night && { LEFT_OUT: wanted.long ? 'night' : 'long,night' }),
    ...env,
    PATH,
  }
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
 * Runs a program on our Node, telling what it says.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function run(file, args, env) {
  return spawnSync(NODE, [file, ...args], { cwd: ROOT, stdio: 'inherit', env: environment(env) }).status
}

function vitest() {
  providePgBouncer()
  const output = join(RESULTS, 'tests.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const status = run(inPackage('vitest', 'vitest.mjs'), ['run', ...reporters])
  const told = read(output)
  /** @type {TestFile[]} */
  const files = told?.testResults ?? []
  const titles = files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const reasons = failed.map(({ fullName, failureMessages }) => [`  ${fullName}`, ...beginningOf(failureMessages)])
      return [relative(ROOT, name), ...reasons.flat()]
    })
  const { passed, failed } = together(status, told?.numPassedTests, told?.numFailedTests)
  const slow = slowTests(files)
  return { passed, failed: failed + slow.length, titles: [...titles, ...slow] }
}

/**
 * The tests that take over five seconds and are in no file for such: they would make `npm test` slow again, one by one. On a busy
 * machine all tests take longer, so that one also has to take a fiftieth of their time.
 *
 * @param {TestFile[]} files
 */
function slowTests(files) {
  const tests = files
    .filter(({ name }) => !/\.(long|night)\.test\.ts$/.test(name))
    .flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration = 0 }) => ({ name, fullName, duration })),
    )
  const limitMs = Math.max(SLOW_MS, tests.reduce((sum, { duration }) => sum + duration, 0) / 50)
  return tests
    .filter(({ duration }) => duration > limitMs)
    .map(
      ({ name, fullName, duration }) => `${relative(ROOT, name)} takes ${duration} ms, and is not .long: ${fullName}`,
    )
}

/**
 * What a test failed for, and where: the rest is far above.
 *
 * @param {string[]} messages
 */
function beginningOf(messages) {
  const lines = messages.flatMap((message) => message.split('\n')).filter((line) => !line.includes('node_modules'))
  return lines.slice(0, REASON_LINES).map((line) => `    ${line}`)
}

function playwright() {
  const status = inBrowser((env) => run(inPackage('@playwright/test', 'cli.js'), ['test', '-c', 'e2e'], env))
  const told = read(join(RESULTS, 'browser.json'))
  const titles = failedStories(told?.suites ?? [])
  return { ...together(status, told?.stats.expected, told?.stats.unexpected), titles }
}

/**
 * @param {Suite[]} suites
 * @returns {string[]}
 */
function failedStories(suites) {
  return suites.flatMap(({ specs, suites: inner = [] }) => {
    const failed = specs.filter(({ ok }) => !ok)
    return [...failed.map(({ file, title }) => `${file}: ${title}`), ...failedStories(inner)]
  })
}

function journeys() {
  const status = inBrowser((env) => run(inPackage('@playwright/test', 'cli.js'), ['test', '-c', 'e2e/journeys'], env))
  return status === 0 ? PASSED : FAILED
}

function benchmarks() {
  spawnSync('npm', ['install', '--no-save', '--loglevel=error'], { cwd: join(ROOT, UNTYPED), stdio: 'inherit' })
  const names = readdirSync(join(ROOT, 'bench')).filter((name) => name.endsWith('.ts'))
  const failed = names.filter((name) => {
    const status = inBrowser((env) => run(join(ROOT, 'bench', name), ['--quick'], env))
    return status !== 0 && status !== GOAL_MISSED
  })
  if (failed.length > 0) console.log(`These did not reach their end: ${failed.join(', ')}`)
  return { passed: names.length - failed.length, failed: failed.length }
}

/**
 * Runs a program that opens a browser, in a folder of its own, with the web app built. Returns its exit code.
 *
 * @param {(env: NodeJS.ProcessEnv) => number | null} act
 */
function inBrowser(act) {
  if (run(BUILD_WEB, []) !== 0) return 1
  const chromium = findChromium()
  if (chromium === null) {
    console.log('No Chromium that runs: install one, and set CHROMIUM_PATH if it is not found by itself.')
    return 1
  }
  // The same in each run: Playwright keeps its compiled stories there.
  const folder = join(memoryFolder(), `bidwell-browser${ROOT.replaceAll('/', '-')}`)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755) // PostgreSQL may run as another user than ours
  const status = act({ CHROMIUM_PATH: chromium, TMPDIR: folder })
  // A program that was interrupted leaves its installation behind.
  const installations = readdirSync(folder).filter((name) => name.startsWith('bidwell-'))
  for (const name of installations) rmSync(join(folder, name), { recursive: true, force: true })
  return status
}

/**
 * The step passes only if its program is content, and some test did run.
 *
 * @param {number | null} status
 * @param {number} [passed]
 * @param {number} [failed]
 */
function together(status, passed = 0, failed = 0) {
  const step = status === 0 && passed + failed > 0 ? PASSED : FAILED
  return { passed: passed + step.passed, failed: failed + step.failed }
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
