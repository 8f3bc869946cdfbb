import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { isBackupDue, startBackingUp } from './start-backing-up.ts'

const at = (text: string) => Date.parse(`2026-11-${text}Z`)

test.each([
  ['26T14:00', null, true],
  ['26T14:00', '26T11:23', false],
  ['26T14:00', '26T11:22', true],
  // The evening of the 25th on the Pacific coast, when most auctions close.
  ['26T03:23', '25T11:23', false],
  ['26T11:22', '25T11:23', false],
  ['26T11:23', '26T05:00', true],
  ['26T11:23', '25T11:23', true],
] as const)('At %s, with the last backup begun at %s, one is due: %s', (now, last, isDue) => {
  expect(isBackupDue(last && at(last), at(now))).toBe(isDue)
})

const TIMES = { firstAfterMs: 0, lookEveryMs: 10, retryAfterMs: 60_000 }
const noteBackup = (db: Db, failure: string | null) =>
  db.insertInto('backups').values({ taken_at: new Date(), ended_at: new Date(), failure }).execute()

/** The program is a script. Resolves with the next line that it writes, and the next problem. */
async function backingUp(script: string, { retryAfterMs = TIMES.retryAfterMs } = {}) {
  const database = await createTestDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  const lines: string[] = []
  const problems: string[] = []
  return {
    db: database.db,
    lines,
    problems,
    start: () =>
      startBackingUp({
        clock: systemClock,
        databaseUrl: database.url,
        program: { name: 'backup', args: ['--eval', script], env: {} },
        onLine: (line) => lines.push(line),
        onProblem: (problem) => problems.push(problem),
        times: { ...TIMES, retryAfterMs },
      }),
  }
}

test('Without a backup, one is made soon after the start, once', async () => {
  const it = await backingUp('console.log("made")')
  await using _running = it.start()
  await expect.poll(() => it.lines).toEqual(['made'])
  expect(it.problems).toEqual([])
})

test('A failed backup is told with its last words, and tried again', async () => {
  const it = await backingUp('console.error("The disk is full"); process.exitCode = 78', { retryAfterMs: 50 })
  await noteBackup(it.db, 'The disk is full')
  await using _running = it.start()
  await expect.poll(() => it.problems.length).toBeGreaterThan(1)
  expect(new Set(it.problems)).toEqual(new Set(['No backup was made: The disk is full']))
})

test('After a backup of today, none is made', async () => {
  const it = await backingUp('console.log("made")')
  await noteBackup(it.db, null)
  const running = it.start()
  // The first look has ended when it is disposed.
  await running[Symbol.asyncDispose]()
  expect([it.lines, it.problems]).toEqual([[], []])
})

test('A stop ends the backup that is being made, and is no problem', async () => {
  const it = await backingUp('console.log("begun"); setInterval(() => {}, 1000)')
  const running = it.start()
  await expect.poll(() => it.lines).toEqual(['begun'])
  await running[Symbol.asyncDispose]()
  expect(it.problems).toEqual([])
})
