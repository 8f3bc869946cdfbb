import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = new URL('clock.ts', import.meta.url).href
const PRELOADS = ['shifted-clock', 'suspended-clock'].map(
  (name) => new URL(`../../test/${name}.ts`, import.meta.url).href,
)

/** Prints the clock before and after the wall clock is set or the machine is suspended. */
const CODE = `
import { writeFileSync } from 'node:fs'
import { systemClock } from '${MODULE}'
const read = () => [systemClock.suspendedMs(), systemClock.now(), systemClock.monotonic()]
const before = read()
const [file, text] = process.argv.slice(1)
writeFileSync(file, text)
const until = process.hrtime.bigint() + 20_000_000n
while (process.hrtime.bigint() < until);
console.log(JSON.stringify([before, read()]))`

async function readAround(change: 'SHIFTED_CLOCK' | 'SUSPENDED_CLOCK', text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'bidwell-clock-'))
  const env = {
    ...process.env,
    SHIFTED_CLOCK: join(folder, 'SHIFTED_CLOCK'),
    SUSPENDED_CLOCK: join(folder, 'SUSPENDED_CLOCK'),
  }
  await writeFile(env.SHIFTED_CLOCK, '0 UTC')
  await writeFile(env.SUSPENDED_CLOCK, '0')
  const flags = PRELOADS.map((preload) => `--import=${preload}`)
  const node = [...flags, '--input-type=module', '-e', CODE, env[change], text]
  const { stdout } = await promisify(execFile)(process.execPath, node, { env })
  await rm(folder, { recursive: true })
  const [[suspendedBefore, nowBefore, monotonicBefore], [suspended, now, monotonic]] = JSON.parse(stdout)
  return { suspendedMs: suspended - suspendedBefore, nowMs: now - nowBefore, monotonicMs: monotonic - monotonicBefore }
}

test.each(['3600000 UTC', '-3600000 UTC', '60000 Asia/Kolkata'])(
  'A wall clock that is set by %s does not look like a suspension',
  async (text) => {
    const { suspendedMs, nowMs, monotonicMs } = await readAround('SHIFTED_CLOCK', text)
    expect(suspendedMs).toBe(0)
    // Somebody else may have the core between the two reads.
    expect(Math.abs(nowMs - monotonicMs)).toBeLessThan(5_000)
  },
)

test('A suspension is noticed at the next look, and the time of the process goes on', async () => {
  const { suspendedMs, nowMs, monotonicMs } = await readAround('SUSPENDED_CLOCK', '60000')
  expect(Math.abs(suspendedMs - 60_000)).toBeLessThan(5_000)
  expect(monotonicMs).toBeLessThan(0)
  expect(nowMs).toBeGreaterThanOrEqual(0)
  expect(nowMs).toBeLessThan(5_000)
})
