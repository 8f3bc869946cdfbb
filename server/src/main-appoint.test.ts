import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../test/database.ts'
import { generateKeys } from './config/keys.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

test('The appoint command takes an address of ADMIN_EMAILS whose account is verified, and no other', async () => {
  await using it = await createTestDatabase()
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: it.url,
    ADMIN_EMAILS: 'ann@example.com,bob@example.com',
    ...generateKeys(),
  }
  const appoint = (...args: string[]) =>
    promisify(execFile)(process.execPath, [MAIN, 'appoint', ...args], { env }).then(
      ({ stdout }) => stdout,
      (error: { stderr: string }) => error.stderr,
    )
  const at = new Date(0)
  const terms = {
    terms_version: 'v1.0',
    privacy_version: 'v1.0',
    terms_accepted_at: at,
    created_at: at,
    updated_at: at,
  }
  const add = (email: string, email_verified_at: Date | null) =>
    it.db
      .insertInto('accounts')
      .values({ email, email_verified_at, ...terms })
      .returning('id')
      .executeTakeFirstOrThrow()
  const ann = await add('ann@example.com', at)
  await add('bob@example.com', null)
  await add(`${randomUUID()}@example.com`, at)

  expect(await appoint()).toContain('Name the address')
  expect(await appoint('eve@example.com')).toContain('ADMIN_EMAILS must name eve@example.com')
  expect(await appoint('bob@example.com')).toContain('bob@example.com has no account whose address is verified')
  expect(await it.db.selectFrom('administrators').select('account_id').execute()).toEqual([])
  for (let times = 0; times < 2; times += 1) {
    expect(await appoint('ANN@example.com')).toContain('ann@example.com administers this installation')
  }
  expect(await it.db.selectFrom('administrators').select('account_id').execute()).toEqual([{ account_id: ann.id }])
}, 60_000)
