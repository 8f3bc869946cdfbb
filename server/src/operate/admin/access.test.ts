import { api, type Endpoint, messages, SESSION } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { appoint, makeAdmin } from '../../../test/appoint.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { systemClock } from '../../platform/clock.ts'

const [ADMIN, WITHOUT_FACTOR, THIRD, FOURTH] = [
  'operator@example.com',
  'operator2@example.com',
  'operator3@example.com',
  'operator4@example.com',
]
const ENDPOINTS = Object.values<Endpoint>(api).filter(({ access }) => access.startsWith('admin'))

let bidding: Bidding
beforeAll(async () => {
  bidding = await startBidding({ adminEmails: [ADMIN, WITHOUT_FACTOR, THIRD, FOURTH] })
})
afterAll(() => bidding[Symbol.asyncDispose]())

/** Calls an address, with the number 1 for each parameter, as a program would that does not know the contract. */
async function answerTo({ method, path }: Pick<Endpoint, 'method' | 'path'>, token?: string) {
  const response = await fetch(`${bidding.api.url}/api${path.replaceAll(/:\w+/g, '1')}`, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: '{}' }),
  })
  return { status: response.status, text: await response.text() }
}

async function forgetProof({ accountId }: Person) {
  const proven_at = new Date(systemClock.now() - SESSION.proofMs - 1_000)
  await bidding.db.updateTable('sessions').set({ proven_at }).where('account_id', '=', accountId).execute()
}

test('To strangers, users and administrators without a second factor no call of the administrator exists', async () => {
  const [user, appointed] = [await bidding.api.signUp(), await bidding.api.signUp(WITHOUT_FACTOR)]
  const verified = { email_verified_at: new Date(1_000) }
  await bidding.db.updateTable('accounts').set(verified).where('id', '=', appointed.accountId).execute()
  await appoint(bidding.db, appointed.accountId)
  expect(ENDPOINTS.length).toBeGreaterThan(3) // an empty scan would pass
  for (const token of [undefined, user.token, appointed.token]) {
    const methods = new Set(ENDPOINTS.map(({ method }) => method))
    for (const method of methods) {
      const nowhere = await answerTo({ method, path: '/admin/nowhere' }, token)
      expect(nowhere.status).toBe(404)
      for (const { path } of ENDPOINTS.filter((endpoint) => endpoint.method === method))
        expect([path, await answerTo({ method, path }, token)]).toEqual([path, nowhere])
    }
  }
})

test('The administrator reaches every call, and proves who it is before each that changes something', async () => {
  const admin = await bidding.api.signUp(ADMIN)
  await makeAdmin(bidding.api, admin)
  await forgetProof(admin)
  for (const endpoint of ENDPOINTS) {
    const { status, text } = await answerTo(endpoint, admin.token)
    const isRead = endpoint.method === 'GET'
    expect([endpoint.path, endpoint.access]).toEqual([endpoint.path, isRead ? 'admin' : 'admin-proven'])
    if (isRead)
      expect([endpoint.path, text]).not.toEqual([endpoint.path, expect.stringContaining(messages.generic.notFound)])
    else expect([endpoint.path, status, JSON.parse(text).code]).toEqual([endpoint.path, 403, 'proof_needed'])
  }
})

test('What an administrator does stands in the log with its reason, and in the own security log', async () => {
  const admin = await bidding.api.signUp(THIRD)
  await makeAdmin(bidding.api, admin)
  const [owner, bystander] = [await bidding.api.signUp(), await bidding.api.signUp()]
  const body = { email: owner.email, reason: ' Asked by letter ' }
  expect((await bidding.api.call(api.deleteAccountOf, { token: admin.token, body })).status).toBe(200)
  const { actions } = (await bidding.api.call(api.listAdminActions, { token: admin.token })).body.data
  expect(actions[0]).toMatchObject({
    administrator: admin.email,
    action: 'account_deleted',
    subject: `account ${owner.accountId}`,
    reason: 'Asked by letter',
  })
  const { events } = (await bidding.api.call(api.listSecurityEvents, { token: admin.token })).body.data
  expect(events[0]).toMatchObject({ kind: 'administered' })
  const others = (await bidding.api.call(api.listSecurityEvents, { token: bystander.token })).body.data.events
  expect(others.map(({ kind }) => kind)).not.toContain('administered')
})

test('No made-up cursor makes a list of the administrator fail', async () => {
  const admin = await bidding.api.signUp(FOURTH)
  await makeAdmin(bidding.api, admin)
  const lists = ENDPOINTS.filter(({ query }) => query && 'cursor' in query.shape)
  expect(lists.length).toBeGreaterThan(1) // an empty scan would pass
  for (const { path } of lists) {
    for (const text of ['-999999999999999.1', '999999999999999.1', '0.0', '1.999999999999999', '["x",1]']) {
      const cursor = Buffer.from(text).toString('base64url')
      const { status } = await answerTo({ method: 'GET', path: `${path}?cursor=${cursor}` }, admin.token)
      expect([200, 400], `${path} (${text}) answered ${status}`).toContain(status)
    }
  }
})
