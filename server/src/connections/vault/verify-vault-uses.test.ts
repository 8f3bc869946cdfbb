import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { Db } from '../../platform/database/tables.ts'
import { recordVaultUse } from './vault-uses.ts'
import { linkVaultUses, verifyVaultUses } from './verify-vault-uses.ts'

const NOON = Date.UTC(2026, 10, 20, 20)

let it: TestDatabase
beforeAll(async () => {
  it = await createTestDatabase()
})
afterAll(() => it[Symbol.asyncDispose]())

beforeEach(() =>
  unguarded(it.db, async (db) => {
    await sql`truncate vault_uses, verified_chains`.execute(db)
    await sql`update vault_chain set length = 0, head = vault_chain_start()`.execute(db)
  }),
)

/** Records this many uses, and links them to the chain. */
async function recorded(db: Db, count: number) {
  for (let minute = 0; minute < count; minute += 1) {
    await recordVaultUse(db, {
      account_id: 7,
      connection_id: minute === 0 ? null : 11,
      process: 'engine',
      purpose: 'bid',
      bid_id: minute,
      outcome: 'ok',
      at: new Date(NOON + minute * 60_000),
    })
  }
  await linkVaultUses(db)
}

/** Changes vault uses without their trigger, as the owner of the database can. */
async function unguarded(db: Db, change: (db: Db) => Promise<unknown>) {
  await sql`alter table vault_uses disable trigger user`.execute(db)
  await change(db)
  await sql`alter table vault_uses enable trigger user`.execute(db)
}

test('An unchanged record of vault uses verifies, and new uses change its head', async () => {
  expect(await verifyVaultUses(it.db)).toMatchObject({ length: 0, brokenAt: null })
  await recorded(it.db, 3)
  const first = await verifyVaultUses(it.db)
  expect(first).toEqual({ length: 3, head: expect.stringMatching(/^[\da-f]{64}$/), from: 0, brokenAt: null })
  for (const page of [1, 2, 3]) expect(await verifyVaultUses(it.db, { whole: true, pageSize: page })).toEqual(first)
  await recorded(it.db, 2)
  const later = await verifyVaultUses(it.db)
  expect(later).toMatchObject({ length: 5, brokenAt: null })
  expect(later.head).not.toBe(first.head)
})

test('Vault uses that several processes record and link at once form one chain', async () => {
  await Promise.all([
    ...Array.from({ length: 6 }, () => recorded(it.db, 5)),
    ...Array.from({ length: 6 }, () => linkVaultUses(it.db)),
  ])
  expect(await verifyVaultUses(it.db)).toMatchObject({ length: 30, brokenAt: null })
})

test.each([
  ['changed', 3, sql`update vault_uses set outcome = 'failed' where chain_position = 3`],
  ['moved in time by a millisecond', 2, sql`update vault_uses set at = at + interval '1 ms' where chain_position = 2`],
  ['given to another account', 4, sql`update vault_uses set account_id = 8 where chain_position = 4`],
  ['deleted', 3, sql`delete from vault_uses where chain_position = 3`],
  ['deleted at the end', 5, sql`delete from vault_uses where chain_position = 5`],
  ['deleted at the start', 1, sql`delete from vault_uses where chain_position = 1`],
  [
    'added at the end by hand',
    6,
    sql`insert into vault_uses (account_id, process, purpose, outcome, at, chain_position, chain_hash)
        select account_id, process, purpose, outcome, at, 6, sha256('made up') from vault_uses where chain_position = 5`,
  ],
  [
    'swapped with its neighbour',
    2,
    sql`update vault_uses set bid_id = case chain_position when 2 then 2 else 1 end where chain_position in (2, 3)`,
  ],
])('A vault use that was %s breaks the chain at its position', async (_, place, change) => {
  await recorded(it.db, 5)
  await unguarded(it.db, (db) => change.execute(db))
  for (const page of [100, 5, 2, 1])
    expect([page, (await verifyVaultUses(it.db, { pageSize: page })).brokenAt]).toEqual([page, place])
})

const tamper = (place: number) =>
  unguarded(it.db, (db) => sql`update vault_uses set outcome = 'failed' where chain_position = ${place}`.execute(db))

test('Vault uses are verified from where they were verified last, and all of them when asked', async () => {
  await recorded(it.db, 3)
  expect(await verifyVaultUses(it.db)).toMatchObject({ from: 0, brokenAt: null })
  await recorded(it.db, 2)
  await tamper(2)
  expect(await verifyVaultUses(it.db)).toMatchObject({ length: 5, from: 3, brokenAt: null })
  expect(await verifyVaultUses(it.db, { whole: true })).toMatchObject({ length: 5, from: 0, brokenAt: 2 })
})

test('A new vault use that was changed is found each night until the chain is whole again', async () => {
  await recorded(it.db, 3)
  await verifyVaultUses(it.db)
  await recorded(it.db, 2)
  await tamper(4)
  for (let night = 1; night <= 2; night++) expect(await verifyVaultUses(it.db)).toMatchObject({ from: 3, brokenAt: 4 })
})

test.each([
  ['an earlier one is rewritten with all that follow it', 5],
  ['the last ones are taken away with the end of the chain', 4],
])('A chain of vault uses no longer leads to where it was verified when %s', async (change, place) => {
  await recorded(it.db, 5)
  await verifyVaultUses(it.db)
  await unguarded(it.db, async (db) => {
    if (place === 4) {
      await sql`delete from vault_uses where chain_position > 3`.execute(db)
      await sql`update vault_chain set length = 3,
        head = (select chain_hash from vault_uses where chain_position = 3)`.execute(db)
      return
    }
    await sql`update vault_uses set chain_hash = null, chain_position = null,
      outcome = case when bid_id = 2 then 'failed' else outcome end`.execute(db)
    await sql`update vault_chain set length = 0, head = vault_chain_start()`.execute(db)
    await linkVaultUses(db)
  })
  for (const whole of [false, true])
    expect([change, (await verifyVaultUses(it.db, { whole })).brokenAt]).toEqual([change, place])
})

test('A changed note of how far vault uses were verified hides a change from no check of all of them', async () => {
  await recorded(it.db, 5)
  await tamper(2)
  const lastHash = sql`(select chain_hash from vault_uses where chain_position = 5)`
  await sql`insert into verified_chains (chain, position, head) values ('vault_chain', 5, ${lastHash})`.execute(it.db)
  expect(await verifyVaultUses(it.db)).toMatchObject({ brokenAt: null })
  expect(await verifyVaultUses(it.db, { whole: true })).toMatchObject({ brokenAt: 2 })
})

test('A note of another hash than the chain has counts as a break', async () => {
  await recorded(it.db, 5)
  await verifyVaultUses(it.db)
  await sql`update verified_chains set position = 3, head = sha256('made up')`.execute(it.db)
  expect(await verifyVaultUses(it.db)).toMatchObject({ brokenAt: 4 })
  expect(await verifyVaultUses(it.db, { whole: true })).toMatchObject({ brokenAt: 3 })
})

test('A rewrite of the whole chain of vault uses changes its head', async () => {
  await recorded(it.db, 5)
  const noted = await verifyVaultUses(it.db)
  await unguarded(it.db, async (db) => {
    await sql`update vault_uses set chain_hash = null, chain_position = null,
      outcome = case when bid_id = 2 then 'failed' else outcome end`.execute(db)
    await sql`update vault_chain set length = 0, head = vault_chain_start()`.execute(db)
    await linkVaultUses(db)
  })
  const anew = await verifyVaultUses(it.db)
  expect(anew).toMatchObject({ length: 5, brokenAt: 5 })
  expect(anew.head).not.toBe(noted.head)
})

test('A recorded vault use cannot be changed, except by linking it once', async () => {
  await recorded(it.db, 2)
  const uses = () => it.db.updateTable('vault_uses')
  await expect(uses().set({ chain_hash: null }).execute()).rejects.toThrow('vault_uses is append-only')
  await recordVaultUse(it.db, { ...(await lastUse(it.db)), bid_id: 99 })
  await expect(uses().set({ bid_id: 98, chain_position: 3 }).where('bid_id', '=', 99).execute()).rejects.toThrow(
    'append-only',
  )
  await expect(sql`truncate vault_uses`.execute(it.db)).rejects.toThrow('vault_uses is append-only')
})

async function lastUse(db: Db) {
  const {
    id: _,
    chain_hash: _link,
    chain_position: _no,
    ...use
  } = await db.selectFrom('vault_uses').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  return use
}
