import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../test/manual-clock.ts'
import { isAlive } from '../platform/database/embedded/lock-file.ts'
import { keepRunning } from './keep-running.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
})

afterEach(() => rm(folder, { recursive: true }))

/** Prints its pid, and runs until it receives a signal. */
const LASTING = `console.log('pid ' + process.pid); setInterval(() => {}, 1000)`
const STUBBORN = `process.on('SIGTERM', () => console.log('stopping in my own time')); ${LASTING}`

async function programOf(source: string) {
  const file = join(folder, 'program.mjs')
  await writeFile(file, source)
  return { name: 'program', args: [file], env: process.env }
}

/** Keeps the program running on a manual clock, and collects what it prints and how it is restarted. */
async function keep(source: string, { givesWay = false } = {}) {
  const clock = manualClock(0)
  const lines: string[] = []
  const restarts: string[] = []
  let startupErrors = 0
  const kept = keepRunning(
    { ...(await programOf(source)), givesWay },
    {
      clock,
      onLine: (line) => lines.push(line),
      onRestart: (message) => restarts.push(message),
      onStartupError: () => (startupErrors += 1),
    },
  )
  onTestFinished(() => kept.kill())
  const pids = () => lines.filter((line) => line.startsWith('pid ')).map((line) => Number(line.slice(4)))
  const seen = (times: number) => expect.poll(() => pids().length, { interval: 10 }).toBe(times)
  return { kept, clock, lines, restarts, startupErrors: () => startupErrors, pids, seen }
}

test('A program that is killed after a steady run is restarted at once', async () => {
  const { clock, pids, seen, restarts } = await keep(LASTING)
  await seen(1)
  await clock.advanceBy(60_000)
  process.kill(pids()[0]!, 'SIGKILL')
  await seen(2)
  expect(restarts).toEqual(['program ended (SIGKILL): starting it again'])
})

test('A program that keeps ending early is restarted with growing delays', async () => {
  const { clock, seen, restarts } = await keep(`console.log('pid 0'); process.exit(1)`)
  await seen(2)
  const notes = (count: number) => expect.poll(() => restarts.length, { interval: 10 }).toBe(count)
  await notes(2)
  await clock.advanceBy(200)
  await notes(3)
  expect(restarts).toEqual([
    'program ended (1): starting it again',
    'program ended (1): starting it again in 200 ms',
    'program ended (1): starting it again in 400 ms',
  ])
})

test('A program that gives way has a low CPU priority once it has started, and another one that of its parent', async () => {
  for (const givesWay of [true, false]) {
    const { pids, seen } = await keep(`process.once('SIGUSR2', () => process.send('started')); ${LASTING}`, {
      givesWay,
    })
    await seen(1)
    const [pid = 0] = pids()
    expect(getPriority(pid)).toBe(getPriority())
    process.kill(pid, 'SIGUSR2')
    const low = givesWay ? constants.priority.PRIORITY_BELOW_NORMAL : getPriority()
    await expect.poll(() => getPriority(pid), { interval: 10 }).toBe(low)
  }
})

test('A program that ends with a startup error is not restarted', async () => {
  const { startupErrors, seen, restarts } = await keep(`console.log('pid 0'); process.exit(78)`)
  await expect.poll(startupErrors, { interval: 10 }).toBe(1)
  await seen(1)
  expect(restarts).toEqual([])
})

test('A program that has run steadily is restarted after a startup error too, with growing delays', async () => {
  const source = `
    import { existsSync, writeFileSync } from 'node:fs'
    const broken = process.argv[1] + '.broken'
    if (existsSync(broken)) process.exit(78)
    writeFileSync(broken, '')
    console.log('pid ' + process.pid)
    setInterval(() => {}, 1000)`
  const { clock, pids, seen, restarts, startupErrors } = await keep(source)
  await seen(1)
  await clock.advanceBy(60_000)
  process.kill(pids()[0]!, 'SIGKILL')
  await expect.poll(() => restarts.length, { interval: 10 }).toBe(3)
  await clock.advanceBy(200)
  await expect.poll(() => restarts.length, { interval: 10 }).toBe(4)
  expect(restarts).toEqual([
    'program ended (SIGKILL): starting it again',
    'program ended (78): starting it again',
    'program ended (78): starting it again in 200 ms',
    'program ended (78): starting it again in 400 ms',
  ])
  expect(startupErrors()).toBe(0)
})

test('Disposing a kept program asks it to stop, waits for its end, and does not restart it', async () => {
  const { kept, pids, seen, restarts } = await keep(LASTING)
  await seen(1)
  await kept[Symbol.asyncDispose]()
  expect(isAlive(pids()[0]!)).toBe(false)
  expect(restarts).toEqual([])
})

test('A kept program that is slow to stop can be killed meanwhile', async () => {
  const { kept, pids, seen, lines } = await keep(STUBBORN)
  await seen(1)
  const stopped = kept[Symbol.asyncDispose]()
  await expect.poll(() => lines, { interval: 10 }).toContain('stopping in my own time')
  kept.kill()
  await stopped
  expect(isAlive(pids()[0]!)).toBe(false)
})

test('When the supervisor is killed, its programs receive SIGTERM', async () => {
  const out = join(folder, 'out')
  const { args } = await programOf(`
    import { appendFileSync } from 'node:fs'
    process.on('SIGTERM', () => { appendFileSync(${JSON.stringify(out)}, 'stopped'); process.exit() })
    console.log('pid ' + process.pid)
    setInterval(() => {}, 1000)`)
  const supervisor = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `const { keepRunning } = await import(${JSON.stringify(new URL('keep-running.ts', import.meta.url).href)})
     const { systemClock: clock } = await import(${JSON.stringify(new URL('../platform/clock.ts', import.meta.url).href)})
     const onLine = (line) => console.log(line)
     keepRunning({ name: 'program', args: ${JSON.stringify(args)}, env: process.env }, { clock, onLine })`,
  ])
  const [line] = await once(supervisor.stdout.setEncoding('utf8'), 'data')
  supervisor.kill('SIGKILL')
  const pid = Number(/\d+/.exec(line)?.[0])
  await expect.poll(() => isAlive(pid), { interval: 10 }).toBe(false)
  expect(await readFile(out, 'utf8')).toBe('stopped')
})
