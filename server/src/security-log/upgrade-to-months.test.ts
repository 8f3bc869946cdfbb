import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../test/restoring.ts'
import { as } from '../../test/run-on-server.ts'
import { grantPrivileges } from '../platform/database/grant-privileges.ts'
import { applyMigrations } from '../platform/database/migrate.ts'
import { readMigrations } from '../platform/database/read-migrations.ts'
import { ROLES } from '../platform/database/roles.ts'

const MONTHS = '0078-months-of-the-security-log.sql'

async function connect(url: string) {
  const client = new Client(url)
  client.on('error', () => {}) // its database is dropped
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** The statements of the programs before the months. */
const RECORD = {
  name: 'record',
  text: `insert into security_events (account_id, actor, kind, outcome, ip_address, user_agent, request_id, detail)
         values ($1, null, 'signed_in', $2, '192.0.2.7', 'Firefox', 'r', '{}')`,
}
const LIST = {
  name: 'list',
  text: 'select * from "security_events" where "account_id" = $1 order by "id" desc limit 26',
}
const CLEAN_UP = `delete from security_events where (id) in (select id from security_events where at < now() - interval '365 days' limit 1000)`

test('Programs of the version before go on across the migration, on the connections that they have, and beside its new grants', async () => {
  const database = await emptyDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  const migrations = await readMigrations()
  const place = migrations.findIndex(({ name }) => name === MONTHS)
  const owner = await connect(as('owner', database.url))
  await applyMigrations(owner, migrations.slice(0, place))
  // The grants of now name columns that later migrations add.
  await owner.query('alter table destinations add column last_failed_at timestamptz')
  await grantPrivileges(owner)

  const [api, jobs, engine] = [
    await connect(as('api', database.url)),
    await connect(as('jobs', database.url)),
    await connect(as('engine', database.url)),
  ]
  const account = await owner.query<{ id: string }>(`
    insert into accounts (email, terms_version, privacy_version, terms_accepted_at, created_at, updated_at)
    values ('ann@example.com', '1', '1', now(), now(), now()), ('bob@example.com', '1', '1', now(), now(), now())
    returning id`)
  const [ann, bob] = account.rows.map(({ id }) => id)
  const listed = async () => (await api.query({ ...LIST, values: [ann] })).rows
  await owner.query(`
    insert into security_events (account_id, kind, outcome, at)
    values (${ann}, 'signed_in', 'ok', now() - interval '400 days'), (${ann}, 'signed_in', 'ok', now() - interval '200 days')`)
  await api.query({ ...RECORD, values: [ann, 'ok'] })
  await api.query({ ...RECORD, values: [bob, 'ok'] })
  await jobs.query('select extend_security_chain()')
  const earlier = await listed()

  await applyMigrations(owner, migrations.slice(0, place + 1))
  // The privileges are those of before, until the command grants them anew.
  expect(await listed()).toEqual(earlier)
  await api.query({ ...RECORD, values: [ann, 'failed'] })
  const [latest] = await listed()
  expect(latest).toMatchObject({ id: '5', outcome: 'failed', chain_position: null })
  await jobs.query('select extend_security_chain()')
  const checked = await jobs.query(
    "select found, broken_at from check_security_links(security_chain_start(), 0, 5, now() - interval '365 days')",
  )
  expect(checked.rows).toEqual([{ found: '5', broken_at: null }])
  for (const [role, client] of [
    ['api', api],
    ['jobs', jobs],
    ['engine', engine],
  ] as const) {
    const statement = role === 'engine' ? 'select id from security_events' : 'select id from security_events_before'
    await expect(client.query(statement), ROLES[role]).rejects.toThrow('permission denied')
  }
  await expect(api.query('delete from security_events')).rejects.toThrow('permission denied')
  await expect(jobs.query('select ip_address from security_events')).rejects.toThrow('permission denied')

  expect((await jobs.query(CLEAN_UP)).rowCount).toBe(1)
  await owner.query(`delete from accounts where id = ${bob}`)
  const left = await owner.query('select account_id, ip_address from security_events order by id')
  expect(left.rows).toEqual([
    { account_id: ann, ip_address: null },
    { account_id: ann, ip_address: '192.0.2.7' },
    { account_id: null, ip_address: null },
    { account_id: ann, ip_address: '192.0.2.7' },
  ])
  const again = await jobs.query(
    "select found, broken_at from check_security_links(security_chain_start(), 0, 5, now() - interval '365 days')",
  )
  expect(again.rows).toEqual([{ found: '5', broken_at: null }])
})
