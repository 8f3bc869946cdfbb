import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { api } from '@bidwell/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApi } from '../../test/api.ts'
import { printedBy } from '../../test/printed-by.ts'
import { generateKeys } from '../config/keys.ts'
import { deleteUser } from './delete-user.ts'
import { exportUser } from './export-user.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

async function anInstallation() {
  const server = await startTestApi()
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  onTestFinished(() => rm(folder, { recursive: true }))
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: server.databaseUrl,
    BIDWELL_DATA: folder,
    ...generateKeys(),
  }
  const runProgram = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [MAIN, 'user', ...args], { env })).stdout
  const runExport = (email: string, out: string) => printedBy(() => exportUser(env, email, out))
  const runDelete = (email: string, reason: string) => printedBy(() => deleteUser(env, email, reason))
  const eventsOf = async (accountId: number, kind: 'data_exported' | 'deletion_requested') =>
    server.db
      .selectFrom('security_events')
      .select('detail')
      .where('account_id', '=', accountId)
      .where('kind', '=', kind)
      .execute()
      .then((rows) => rows.map(({ detail }) => detail))
  return { ...server, folder, runProgram, runExport, runDelete, eventsOf }
}

test('The command user export writes all data of one account, and the security log of the account shows it', async () => {
  await using it = await anInstallation()
  const ann = await it.signUp()
  const bystander = await it.signUp()
  const printed = await it.runProgram('export', ann.email.toUpperCase())
  expect(JSON.parse(printed)).toMatchObject({ format: 'bidwell-account', account: [{ email: ann.email }] })

  const out = join(it.folder, 'ann.json')
  expect(await it.runExport(ann.email, out)).toContain(out)
  const text = await readFile(out, 'utf8')
  expect(JSON.parse(text)).toMatchObject({ account: [{ email: ann.email }] })
  expect(text).not.toContain(bystander.email)
  expect((await stat(out)).mode & 0o077).toBe(0)
  expect(await it.runExport(ann.email, out)).toBe(`${out} exists already`)
  expect(await it.runExport('nobody@example.com', out)).toBe('No account has the address nobody@example.com')
  expect(await it.eventsOf(ann.accountId, 'data_exported')).toEqual([{ by: 'operator' }, { by: 'operator' }])
  expect(await it.eventsOf(bystander.accountId, 'data_exported')).toEqual([])
})

test('The command user delete asks for the deletion of one account with a reason, and ends its sessions', async () => {
  await using it = await anInstallation()
  const ann = await it.signUp()
  const bystander = await it.signUp()
  expect(await it.runDelete(ann.email, ' ')).toContain('Give the --reason')
  expect(await it.runDelete(ann.email, 'x'.repeat(501))).toContain('500 characters')
  expect(await it.runDelete('nobody@example.com', 'Asked')).toContain('No account')

  expect(await it.runProgram('delete', ann.email, '--reason', 'Asked by letter')).toMatch(
    /sessions have ended[^]*deleted on \d{4}-\d\d-\d\dT/,
  )
  const requests = it.db.selectFrom('account_deletions').select(['account_id', 'requested_by', 'reason'])
  expect(await requests.execute()).toEqual([
    { account_id: ann.accountId, requested_by: 'operator', reason: 'Asked by letter' },
  ])
  const statusOf = async (token: string) => (await it.call(api.readProfile, { token })).status
  expect([await statusOf(ann.token), await statusOf(bystander.token)]).toEqual([401, 200])
  expect(await it.eventsOf(ann.accountId, 'deletion_requested')).toEqual([
    { by: 'operator', reason: 'Asked by letter' },
  ])
})
