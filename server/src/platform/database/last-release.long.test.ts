import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { findRefused, readAllowedValues, readRelease } from '../../../test/release-statements.ts'
import { withDatabase } from '../../../test/run-on-server.ts'

let database: TestDatabase
let release: Awaited<ReturnType<typeof readRelease>>
beforeAll(async () => {
  ;[database, release] = await Promise.all([createTestDatabase(), readRelease()])
})
afterAll(() => database[Symbol.asyncDispose]())

/** What the programs of the last release could no longer do after a migration, which is not kept. */
async function findBroken(migration: string): Promise<string[]> {
  const broken: string[] = []
  await using copy = await createTestDatabase()
  await withDatabase(copy.url, async (client) => {
    await client.query(migration)
    const refused = await findRefused(client, release.statements)
    broken.push(...refused.map(({ statement: { role, text }, reason }) => `${role}: ${reason}: ${text}`))
    const allowed = await readAllowedValues(client)
    for (const [place, values] of Object.entries(release.values)) {
      // Without the check, every value is allowed.
      const gone = values.filter((value) => allowed[place] && !allowed[place].includes(value))
      broken.push(...gone.map((value) => `${place} no longer takes '${value}'`))
    }
  })
  return broken
}

test('The database takes every statement and every value of the programs of the last release', async () => {
  expect(new Set(release.statements.map(({ role }) => role))).toEqual(new Set(['api', 'jobs', 'engine']))
  expect(release.statements.length).toBeGreaterThan(700) // an empty record would pass
  expect(Object.keys(release.values).length).toBeGreaterThan(20)
  expect(await findBroken('select 1')).toEqual([])
})

test.each([
  [
    'drops a column',
    'alter table bids drop column seconds_before_end cascade',
    /seconds_before_end"?( of relation "bids")? does not exist/,
  ],
  [
    'renames a column',
    'alter table listings rename column title to name',
    /title"?( of relation "listings")? does not exist/,
  ],
  ['drops a table', 'drop table alert_snoozes', /relation "alert_snoozes" does not exist/],
  ['renames a function', 'alter function enqueue_job rename to add_job', /function enqueue_job.* does not exist/],
  [
    'drops a unique index that an insert names',
    'alter table login_locks drop constraint login_locks_pkey cascade',
    /no unique or exclusion constraint matching the ON CONFLICT/,
  ],
  [
    'takes the right to one column from one role',
    `revoke select on accounts from bidwell_engine; grant select (id, active_until) on accounts to bidwell_engine`,
    /^engine: permission denied for table accounts/,
  ],
  [
    'takes the right to a function',
    'revoke execute on function enqueue_job from bidwell_api',
    /^api: permission denied for function enqueue_job/,
  ],
  [
    'narrows the values of a check',
    `alter table accounts drop constraint accounts_auth_provider_check,
       add constraint accounts_auth_provider_check check (auth_provider in ('password', 'passkey'))`,
    /^accounts.auth_provider no longer takes 'google'$/,
  ],
  [
    'changes a type',
    'alter table listings alter column next_check_at type text using next_check_at::text',
    /^\w+: operator does not exist: text <?>?=? timestamp/,
  ],
])('A migration that %s is found to break the last release, and nothing else is', async (_what, migration, reason) => {
  const broken = await findBroken(migration)
  expect(broken).not.toEqual([])
  expect(broken.filter((found) => !reason.test(found))).toEqual([])
})
