import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { generateKeys } from '../config/keys.ts'
import { STARTUP_ERROR_EXIT_CODE } from '../platform/startup-error.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

async function anInstallation() {
  const database = await createTestDatabase()
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url, ...generateKeys() }
  return {
    ...database,
    bidwell: (...args: string[]) => promisify(execFile)(process.execPath, [MAIN, ...args], { env }),
    stop: () => database.db.selectFrom('operator_pause').select(['state', 'reason']).executeTakeFirstOrThrow(),
  }
}

test("The pause command pauses and resumes everybody's bidding, and records who did it", async () => {
  await using it = await anInstallation()
  const paused = await it.bidwell('pause', 'on', '--reason', 'The site is being rebuilt')
  expect(paused.stdout).toContain('Bidding is paused for everybody.')
  expect(await it.stop()).toEqual({ state: 'all', reason: 'The site is being rebuilt' })
  const longest = 'x'.repeat(300)
  await it.bidwell('pause', 'new', '--reason', longest)
  expect(await it.stop()).toEqual({ state: 'no_new', reason: longest })
  await it.bidwell('pause', 'off')
  expect(await it.stop()).toEqual({ state: 'off', reason: null })

  const record = await it.db
    .selectFrom('pauses')
    .select(['account_id', 'state', 'requested_by'])
    .orderBy('id')
    .execute()
  expect(record.map(({ state }) => state)).toEqual(['all', 'no_new', 'off'])
  expect(record.every(({ account_id, requested_by }) => account_id === null && /^operator ./.test(requested_by))).toBe(
    true,
  )
})

test('A pause command without an action, a reason or with too long a reason is refused and changes nothing', async () => {
  await using it = await anInstallation()
  const refusals: [args: string[], message: string][] = [
    [['pause'], 'Say what to do'],
    [['pause', 'everything'], 'Say what to do'],
    [['pause', 'on'], 'Give the --reason'],
    [['pause', 'on', '--reason', '  '], 'Give the --reason'],
    [['pause', 'new', '--reason', 'x'.repeat(301)], '300 characters'],
  ]
  for (const [args, message] of refusals) {
    const stderr: unknown = expect.stringContaining(message)
    await expect(it.bidwell(...args)).rejects.toMatchObject({ code: STARTUP_ERROR_EXIT_CODE, stderr })
  }
  expect(await it.stop()).toEqual({ state: 'off', reason: null })
})
