import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { printedBy } from '../../../test/printed-by.ts'
import { generateKeys } from '../../config/keys.ts'
import { pauseEverybody } from './pause-everybody.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))

test("The pause command pauses and resumes everybody's bidding, and records who did it", async () => {
  await using it = await createTestDatabase()
  const env = { PATH: process.env['PATH'], DATABASE_URL: it.url, ...generateKeys() }
  const stop = () => it.db.selectFrom('operator_pause').select(['state', 'reason']).executeTakeFirstOrThrow()
  const args = [MAIN, 'pause', 'on', '--reason', 'The site is being rebuilt']
  const paused = await promisify(execFile)(process.execPath, args, { env })
  expect(paused.stdout).toContain('Bidding is paused for everybody.')
  expect(await stop()).toEqual({ state: 'all', reason: 'The site is being rebuilt' })
  const longest = 'x'.repeat(300)
  expect(await printedBy(() => pauseEverybody(env, 'new', longest))).toContain('No further bids are armed.')
  expect(await stop()).toEqual({ state: 'no_new', reason: longest })
  expect(await printedBy(() => pauseEverybody(env, 'off', undefined))).toBe('Bidding goes on.\n')
  expect(await stop()).toEqual({ state: 'off', reason: null })

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

test.each([
  [undefined, undefined, 'Say what to do'],
  ['everything', undefined, 'Say what to do'],
  ['on', undefined, 'Give the --reason'],
  ['on', '  ', 'Give the --reason'],
  ['new', 'x'.repeat(301), '300 characters'],
])(
  'The pause command is refused with the action %s and the reason %s before it opens a database',
  async (action, reason, message) => {
    await expect(pauseEverybody({}, action, reason)).rejects.toThrow(message)
  },
)
