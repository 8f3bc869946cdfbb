import { fileURLToPath } from 'node:url'
import { ALERTS, api, type NewWebhook } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Alerting, startAlerting } from '../../../test/alerting.ts'
import { aRegistration, type Person } from '../../../test/api.ts'
import { loadPlans } from '../../plans/load-plans.ts'

let it: Alerting
beforeAll(async () => {
  it = await startAlerting()
})
afterAll(() => it[Symbol.asyncDispose]())

const PHONE = '(555) 123-4567'
const add = ({ token }: Pick<Person, 'token'>, webhook: Partial<NewWebhook>) =>
  it.api.call(api.addWebhook, { token, body: { label: 'My server', preset: 'standard', ...webhook } })
const list = async ({ token }: Pick<Person, 'token'>) => (await it.api.call(api.listDestinations, { token })).body.data

test('A webhook is listed without its secret and without the rest of its address', async () => {
  const ann = await it.api.signUp()
  const { body } = await add(ann, { url: 'https://hooks.example.com/canary?key=canary' })
  expect(body.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect(body.data.destination).toMatchObject({
    channel: 'webhook',
    label: 'My server',
    address: 'https://hooks.example.com',
    preset: 'standard',
    stopped_at: null,
  })
  const shown = await list(ann)
  expect(shown.destinations.map(({ channel }) => channel)).toEqual(['webhook'])
  expect(shown.text_messages).toBe('available')
  expect(JSON.stringify(shown)).not.toMatch(/canary|whsec_/)
})

test.each<{ preset: NewWebhook['preset']; url?: string; token?: string; shown: string }>([
  { preset: 'ntfy', url: 'https://ntfy.sh/my-topic', shown: 'https://ntfy.sh' },
  { preset: 'ntfy', url: 'https://ntfy.sh/my-topic', token: 'tk_1234567890', shown: 'https://ntfy.sh' },
  {
    preset: 'discord',
    url: 'https://discord.com/api/webhooks/123456789/abcdefghijklmnopqrstuvwxyz',
    shown: 'https://discord.com',
  },
  { preset: 'apprise', url: 'https://apprise.example.com/notify/my-key', shown: 'https://apprise.example.com' },
])('$preset takes $url, and has no secret of ours', async ({ shown, ...webhook }) => {
  const ann = await it.api.signUp()
  const { body, failure } = await add(ann, webhook)
  expect(failure.message).toBe(undefined)
  expect(body.data).toMatchObject({ secret: null, destination: { preset: webhook.preset, address: shown } })
})

const sentence = (text: string) => expect.stringContaining(text)

test.each<{ what: string; webhook: Partial<NewWebhook>; path: string; message: unknown }>([
  { what: 'no address', webhook: {}, path: 'url', message: sentence('whole address') },
  { what: 'a path', webhook: { url: '/hook' }, path: 'url', message: sentence('whole address') },
  { what: 'a file', webhook: { url: 'file:///etc/passwd' }, path: 'url', message: sentence('whole address') },
  { what: 'gopher', webhook: { url: 'gopher://x.example/' }, path: 'url', message: sentence('whole address') },
  { what: 'plain http', webhook: { url: 'http://hooks.example.com/' }, path: 'url', message: sentence('https://') },
  { what: 'a login', webhook: { url: 'https://a:b@hooks.example.com/' }, path: 'url', message: sentence('user name') },
  { what: 'loopback', webhook: { url: 'https://127.0.0.1/' }, path: 'url', message: sentence('private') },
  { what: 'localhost', webhook: { url: 'https://localhost:8443/' }, path: 'url', message: sentence('private') },
  { what: 'a number', webhook: { url: 'https://2130706433/' }, path: 'url', message: sentence('private') },
  { what: 'metadata', webhook: { url: 'https://169.254.169.254/latest' }, path: 'url', message: sentence('private') },
  {
    what: 'a mapped address',
    webhook: { url: 'https://[::ffff:10.0.0.1]/' },
    path: 'url',
    message: sentence('private'),
  },
  { what: 'a ULA', webhook: { url: 'https://[fd00::1]/' }, path: 'url', message: sentence('private') },
  {
    what: 'no name',
    webhook: { label: ' \u0007 \u202E', url: 'https://hooks.example.com/' },
    path: 'label',
    message: sentence('name'),
  },
  {
    what: 'a token',
    webhook: { url: 'https://hooks.example.com/', token: 'abc' },
    path: 'token',
    message: sentence('no token'),
  },
  {
    what: 'ntfy without a topic',
    webhook: { preset: 'ntfy', url: 'https://ntfy.sh/' },
    path: 'url',
    message: sentence('ntfy'),
  },
  {
    what: 'a wrong token',
    webhook: { preset: 'ntfy', url: 'https://ntfy.sh/topic', token: '../../x' },
    path: 'token',
    message: sentence('ntfy'),
  },
  {
    what: 'another page of Discord',
    webhook: { preset: 'discord', url: 'https://discord.com/channels/1' },
    path: 'url',
    message: sentence('Discord'),
  },
])('A webhook with $what is refused, and the answer names the field', async ({ webhook, path, message }) => {
  const ann = await it.api.signUp()
  const { status, failure } = await add(ann, webhook)
  expect(status).toBe(422)
  expect(failure.details).toEqual([{ path, message }])
})

test('The same address again replaces the settings, and turns a webhook on that was switched off', async () => {
  const ann = await it.api.signUp()
  const first = (await add(ann, { url: 'https://hooks.example.com/1' })).body.data
  await it.api.db
    .updateTable('destinations')
    .set({ stopped_at: new Date(), stopped_because: 'failing', failing_since: new Date(), failures: 9 })
    .where('id', '=', first.destination.id)
    .execute()
  const again = (await add(ann, { url: 'https://hooks.example.com/1', label: 'Again' })).body.data
  expect(again.destination).toMatchObject({
    id: first.destination.id,
    label: 'Again',
    stopped_at: null,
    failing_since: null,
  })
  expect(again.secret).not.toBe(first.secret)
})

test('An account has at most twenty destinations, also when it adds them at once', async () => {
  const ann = await it.api.signUp()
  const adding = Array.from({ length: 25 }, (_, n) => add(ann, { url: `https://hooks.example.com/${n}` }))
  const statuses = (await Promise.all(adding)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(ALERTS.maxDestinations)
  expect(statuses.filter((status) => status === 409)).toHaveLength(5)
})

test('A destination that was added or removed stands in the security log; the e-mail address stays', async () => {
  const ann = await it.api.signUp()
  const { token, accountId } = ann
  await it.api.db.updateTable('accounts').set({ email_verified_at: new Date() }).where('id', '=', accountId).execute()
  const { id } = (await add(ann, { url: 'https://hooks.example.com/' })).body.data.destination
  const remove = (destination: number) => it.api.call(api.removeDestination, { token, params: { id: destination } })
  expect((await remove(id)).status).toBe(200)
  const [mail] = (await list(ann)).destinations
  expect(mail).toMatchObject({ channel: 'email', address: ann.email })
  expect((await remove(mail!.id)).status).toBe(409)
  const { events } = (await it.api.call(api.listSecurityEvents, { token, query: {} })).body.data
  expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['destination_added', 'destination_removed']))
})

test('Adding a webhook or a number takes a recent proof of identity', async () => {
  const ann = await it.api.signUp()
  await it.api.db
    .updateTable('sessions')
    .set({ proven_at: new Date(it.clock.now() - 86_400_000) })
    .where('account_id', '=', ann.accountId)
    .execute()
  expect((await add(ann, { url: 'https://hooks.example.com/' })).failure.code).toBe('proof_needed')
  const phone = await it.api.call(api.addPhone, { token: ann.token, body: { phone_number: PHONE } })
  expect(phone.failure.code).toBe('proof_needed')
})

test('Where no text messages are sent, no number can be added, and registering keeps none for alerts', async () => {
  await using mute = await startAlerting({ sms: null })
  const { token } = (await mute.api.call(api.register, { body: aRegistration({ smsOptIn: true, phoneNumber: PHONE }) }))
    .body
  const adding = await mute.api.call(api.addPhone, { token, body: { phone_number: PHONE } })
  expect(adding).toMatchObject({ status: 404, failure: { message: 'This installation sends no text messages.' } })
  expect((await mute.api.call(api.listDestinations, { token })).body.data).toEqual({
    destinations: [],
    text_messages: 'unavailable',
  })
})

test('The number of a registration waits for its code', async () => {
  const { token } = (await it.api.call(api.register, { body: aRegistration({ smsOptIn: true, phoneNumber: PHONE }) }))
    .body
  expect((await list({ token })).destinations).toMatchObject([
    { channel: 'sms', address: '+15551234567', label: PHONE, verified_at: null },
  ])
  const added = await it.api.call(api.addPhone, { token, body: { phone_number: PHONE } })
  expect(added.body.data.destination).toMatchObject({ address: '+15551234567', verified_at: null })
})

test('The profile of an account has no number once the last one is removed, and until then one that gets alerts', async () => {
  const registered = async (phoneNumber: string) =>
    (await it.api.call(api.register, { body: aRegistration({ smsOptIn: true, phoneNumber }) })).body.token
  const [token, bystander] = [await registered(PHONE), await registered('(555) 765-4321')]
  const numberOf = async (of: string) => {
    const { phone_number, sms_opt_in } = (await it.api.call(api.readProfile, { token: of })).body.data
    return [phone_number, sms_opt_in]
  }
  await it.api.call(api.addPhone, { token, body: { phone_number: '(555) 123-9999' } })
  expect(await numberOf(token)).toEqual(['5551234567', true])
  const left: unknown[] = []
  for (const { id } of (await list({ token })).destinations.toSorted((a, b) => a.id - b.id)) {
    await it.api.call(api.removeDestination, { token, params: { id } })
    left.push(await numberOf(token))
  }
  expect(left).toEqual([
    ['5551239999', true],
    [null, false],
  ])
  expect(await numberOf(bystander)).toEqual(['5557654321', true])
})

test('A plan without text messages has none', async () => {
  const plans = await loadPlans(fileURLToPath(new URL('../../../../plans.json', import.meta.url)))
  await using selling = await startAlerting({ plans })
  const { token } = await selling.api.signUp()
  const adding = await selling.api.call(api.addPhone, { token, body: { phone_number: PHONE } })
  expect(adding).toMatchObject({ status: 403, failure: { code: 'plan_limit_reached' } })
  expect((await selling.api.call(api.listDestinations, { token })).body.data.text_messages).toBe('not_in_plan')
})
