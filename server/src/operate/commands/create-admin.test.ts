import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { api } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { startTestApi } from '../../../test/api.ts'
import { mailedLinks, NEW_PASSWORD } from '../../../test/mailed-links.ts'
import { printedBy } from '../../../test/printed-by.ts'
import { generateKeys } from '../../config/keys.ts'
import { createAdmin } from './create-admin.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))

const tokenIn = (text: string) =>
  /^ {2}http:\/\/localhost:4321\/reset-password\?token=([\w-]{43})$/m.exec(text)?.[1] ?? ''

async function anInstallation() {
  const server = await startTestApi({ adminEmails: ['ann@example.com', 'bob@example.com'] })
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: server.databaseUrl,
    ADMIN_EMAILS: 'ann@example.com,bob@example.com',
    PUBLIC_URL: 'http://localhost:4321',
    ...generateKeys(),
  }
  const create = (email: string) => printedBy(() => createAdmin(env, email))
  const createByProgram = async (email: string) =>
    (await promisify(execFile)(process.execPath, [MAIN, 'admin', 'create', email], { env })).stdout
  const administrators = () =>
    server.db
      .selectFrom('administrators')
      .innerJoin('accounts', 'accounts.id', 'account_id')
      .select('email')
      .execute()
      .then((rows) => rows.map(({ email }) => email))
  return { ...server, ...mailedLinks(() => server), create, createByProgram, administrators }
}

test('The command admin create appoints a verified address of ADMIN_EMAILS, and no other', async () => {
  await using it = await anInstallation()
  const ann = await it.signUp('ann@example.com')
  await it.signUp(`${randomUUID()}@example.com`)
  await it.db
    .updateTable('accounts')
    .set({ email_verified_at: new Date(0) })
    .where('id', '=', ann.accountId)
    .execute()

  expect(await it.create('ann')).toContain('"ann" is not an e-mail address')
  expect(await it.create('eve@example.com')).toContain('ADMIN_EMAILS must name eve@example.com')
  expect(await it.administrators()).toEqual([])
  for (const create of [it.createByProgram, it.create]) {
    expect(await create('ANN@example.com')).toMatch(
      /^ann@example.com administers .* second factor:\n.*settings\?tab=security/,
    )
  }
  expect(await it.administrators()).toEqual(['ann@example.com'])
  const log = it.db.selectFrom('security_events').select(['account_id', 'detail']).where('kind', '=', 'appointed')
  expect(await log.execute()).toEqual([{ account_id: ann.accountId, detail: { by: 'operator' } }])
})

test('For an address without an account, the command makes one whose printed link sets the password once', async () => {
  await using it = await anInstallation()
  const bystander = await it.signUp()
  const first = await it.create('bob@example.com')
  // A link that was lost, or is over, is replaced by another one.
  const printed = await it.create('bob@example.com')
  expect(printed).toMatch(/^bob@example.com has an account\.[^]*bob@example.com administers this installation, once/)
  expect((await it.reset(tokenIn(first))).status).toBe(422)
  expect(await it.canSignIn('bob@example.com', NEW_PASSWORD)).toBe(false)

  const token = tokenIn(printed)
  expect((await it.reset(token)).status).toBe(200)
  expect((await it.reset(token)).status).toBe(422)
  const { body } = await it.call(api.signIn, { body: { email: 'bob@example.com', password: NEW_PASSWORD } })
  expect(body.data.profile.email_verified).toBe(true)
  expect(await it.administrators()).toEqual(['bob@example.com'])
  expect(await it.isSignedIn(bystander.token)).toBe(true)
})

test('An account that a stranger may have opened with the address is no administrator before its link was used', async () => {
  await using it = await anInstallation()
  const stranger = await it.signUp('ann@example.com')
  const printed = await it.create('ann@example.com')
  expect(printed).toContain('so it is no administrator yet')
  expect(await it.administrators()).toEqual([])

  expect((await it.reset(tokenIn(printed))).status).toBe(200)
  expect(await it.isSignedIn(stranger.token)).toBe(false)
  expect(await it.create('ann@example.com')).toMatch(/^ann@example.com administers/)
  expect(await it.administrators()).toEqual(['ann@example.com'])
})
