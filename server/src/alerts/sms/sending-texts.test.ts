import { api } from '@bidwell/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Alerting, anAlert, BIDWELL_URL, startAlerting } from '../../../test/alerting.ts'
import type { Person } from '../../../test/api.ts'
import { ACCOUNT_SID, AUTH_TOKEN } from '../../../test/twilio-stand-in.ts'
import { countAttempted } from './count-texts.ts'
import { signTwilioCall } from './receive-sms.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const INCOMING = '/api/alerts/sms/incoming'

let it: Alerting
let numbers = 0
beforeAll(async () => {
  it = await startAlerting()
})
afterAll(() => it[Symbol.asyncDispose]())
beforeEach(async () => {
  await it.api.db.deleteFrom('deliveries').execute()
  it.twilio.messages.length = 0
  it.twilio.answer(() => 'accept')
})

/** A number that no other test uses. */
const newNumber = () => `+1555${String((numbers += 1)).padStart(7, '0')}`
const add = ({ token }: Pick<Person, 'token'>, phone: string) =>
  it.api.call(api.addPhone, { token, body: { phone_number: phone } })
const verify = ({ token }: Pick<Person, 'token'>, id: number, code: string) =>
  it.api.call(api.verifyPhone, { token, params: { id }, body: { code } })
const codeIn = (text = '') => /code: (\d{6})\./.exec(text)?.[1] ?? ''
const textsTo = (to: string) => it.twilio.messages.filter((message) => message.to === to).map(({ body }) => body)

/** Somebody with a number that is proved. */
async function owner() {
  const person = await it.api.signUp()
  const to = newNumber()
  const { id } = (await add(person, to)).body.data.destination
  await it.sendTexts()
  const { status } = await verify(person, id, codeIn(textsTo(to)[0]))
  expect(status).toBe(200)
  await it.api.db.deleteFrom('deliveries').execute()
  it.twilio.messages.length = 0
  return { person, to, id }
}

/** What Twilio calls when somebody answers. */
async function answer(from: string, body: string, change: { token?: string; sid?: string; url?: string } = {}) {
  const { token: authToken = AUTH_TOKEN, sid = ACCOUNT_SID, url = `${BIDWELL_URL}${INCOMING}` } = change
  const parameters = new URLSearchParams({ AccountSid: sid, From: from, To: '+15550000000', Body: body, NumMedia: '0' })
  return fetch(`${it.api.url}${INCOMING}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signTwilioCall(authToken, url, parameters),
    },
    body: parameters.toString(),
  })
}

test('A number is proved by the code that it receives, and then gets alerts', async () => {
  const person = await it.api.signUp()
  const to = newNumber()
  const added = await add(person, to)
  expect(added.body.data.destination).toMatchObject({ channel: 'sms', address: to, verified_at: null })
  const { id } = added.body.data.destination
  const early = await it.queue(id)
  await it.sendTexts()
  expect(await it.deliveryOf(early)).toMatchObject({ outcome: 'refused' })
  const [text, ...more] = textsTo(to)
  expect(more).toEqual([])
  expect(it.twilio.messages[0]).toMatchObject({
    from: '+15550000000',
    validity: expect.stringMatching(/^(600|59\d)$/),
    encoding: 'true',
  })

  const row = JSON.stringify(await it.rowOf(id))
  expect(row).not.toContain(codeIn(text))
  expect((await verify(person, id, ` ${codeIn(text)} `)).body.data.destination.verified_at).not.toBe(null)
  const delivery = await it.queue(id)
  await it.sendTexts()
  expect(textsTo(to)[1]).toContain(anAlert.title)
  expect(await it.deliveryOf(delivery)).toMatchObject({ outcome: 'sent', said: it.twilio.messages[1]!.sid })
})

test('A code works once, in the session that asked for it, for ten minutes and five tries', async () => {
  const person = await it.api.signUp()
  const to = newNumber()
  const { id } = (await add(person, to)).body.data.destination
  await it.sendTexts()
  const code = codeIn(textsTo(to)[0])
  const other = { ...person, token: await it.api.signIn(person) }
  expect((await verify(other, id, code)).failure.details).toEqual([{ path: 'code', message: 'That code is not right' }])
  const wrong = code === '000000' ? '000001' : '000000'
  for (let tries = 1; tries < 5; tries += 1) expect((await verify(person, id, wrong)).status).toBe(422)
  expect(await verify(person, id, code)).toMatchObject({ status: 409, failure: { code: 'conflict' } })

  await add(person, to)
  await it.sendTexts()
  const second = codeIn(textsTo(to)[1])
  it.clock.stepWall(10 * MINUTE_MS)
  expect((await verify(person, id, second)).status).toBe(409)

  await add(person, to)
  await it.sendTexts()
  const third = codeIn(textsTo(to)[2])
  expect((await verify(person, id, third)).status).toBe(200)
  expect((await verify(person, id, third)).status).toBe(409)
})

test("Another account's number answers like one that does not exist", async () => {
  const { id } = await owner()
  const stranger = await it.api.signUp()
  expect(await verify(stranger, id, '123456')).toMatchObject({ status: 404 })
  const removing = await it.api.call(api.removeDestination, { token: stranger.token, params: { id } })
  expect(removing.status).toBe(404)
})

test.each([
  { typed: '555 123', message: 'Please enter a valid 10-digit phone number' },
  { typed: '+44 20 7946 0958 1', message: 'Please enter a valid 10-digit phone number' },
])('$typed is refused as a number', async ({ typed, message }) => {
  const person = await it.api.signUp()
  expect((await add(person, typed)).failure).toMatchObject({
    code: 'rule_broken',
    details: [{ path: 'phone_number', message }],
  })
})

test.each(['accept and cut', 'accept and hang'] as const)(
  'A message that Twilio answers by %s is sent once more and no third time, and both copies count',
  async (behaviour) => {
    const { id, to, person } = await owner()
    it.twilio.answer(() => behaviour)
    const delivery = await it.queue(id)
    for (const copies of [1, 2, 2]) {
      const sending = it.sendTexts()
      await expect.poll(() => textsTo(to).length, { interval: 5 }).toBe(copies)
      if (behaviour === 'accept and hang') await it.clock.advanceBy(15 * SECOND_MS)
      await sending
      await it.clock.advanceBy(MINUTE_MS)
    }
    const said = 'Refused: No answer came, and the message may have been sent'
    expect(await it.deliveryOf(delivery)).toMatchObject({ outcome: 'refused', attempts: 2, said })
    expect((await it.rowOf(id)).stopped_at).toBe(null)
    const { accountId } = person
    expect(await countAttempted(it.db, { accountId, to, now: it.clock.now() })).toMatchObject({ ofOne: 2 })
  },
)

test('A message that was tried before counts twice, and those over the budget do not refuse one another', async () => {
  const { id, to } = await owner()
  for (let count = 0; count < 12; count += 1) await it.queue(id)
  await it.api.db.updateTable('deliveries').set({ attempts: 1 }).execute()
  await it.sendTexts()
  expect(textsTo(to)).toHaveLength(5)
})

test('Ten messages go to an account and to a number within a day, and no code then, whichever account asks', async () => {
  const { id, to, person } = await owner()
  for (let count = 0; count < 11; count += 1) {
    await it.queue(id)
    await it.sendTexts()
    it.clock.stepWall(5 * MINUTE_MS)
  }
  expect(textsTo(to)).toHaveLength(10)
  const [again, stranger] = [{ token: await it.api.signIn(person) }, await it.api.signUp()]
  for (const refused of [await add(again, newNumber()), await add(stranger, to)])
    expect(refused).toMatchObject({ status: 429, failure: { code: 'rate_limited' } })
  it.clock.stepWall(24 * HOUR_MS)
  await it.queue(id)
  await it.sendTexts()
  expect(textsTo(to)).toHaveLength(11)
})

test('An installation sends no more than its daily budget, of which codes take half at most', async () => {
  await using small = await startAlerting({ dailyBudget: 4 })
  const people = [await small.api.signUp(), await small.api.signUp(), await small.api.signUp()]
  const statuses = []
  for (const { token } of people) {
    statuses.push((await small.api.call(api.addPhone, { token, body: { phone_number: newNumber() } })).status)
    await small.sendTexts()
  }
  expect(statuses).toEqual([200, 200, 429])
  const numbers = small.api.db.updateTable('destinations').where('channel', '=', 'sms')
  const [first, second] = await numbers.set({ verified_at: new Date() }).returning('id').execute()
  const alerts = []
  for (const { id } of [first!, second!, first!]) {
    alerts.push(await small.queue(id))
    await small.sendTexts()
  }
  const ends = await Promise.all(alerts.map((id) => small.deliveryOf(id)))
  expect(ends.map(({ outcome }) => outcome)).toEqual(['sent', 'sent', 'refused'])
  expect(ends[2]!.said).toBe('Refused: No text message of the day is left for the installation')
  expect(small.twilio.messages).toHaveLength(4)
})

test('STOP ends the messages to a number in all accounts, and START settles them again', async () => {
  const [one, bystander] = [await owner(), await owner()]
  expect((await answer(one.to, ' stop ')).status).toBe(200)
  expect(await it.rowOf(one.id)).toMatchObject({ stopped_because: 'stop' })
  expect((await it.rowOf(bystander.id)).stopped_at).toBe(null)
  const delivery = await it.queue(one.id)
  await it.sendTexts()
  expect(await it.deliveryOf(delivery)).toMatchObject({ outcome: 'refused' })
  expect(it.twilio.messages).toEqual([])
  expect(await add(one.person, one.to)).toMatchObject({ status: 409 })

  expect((await answer(one.to, 'thank you')).status).toBe(200)
  expect((await it.rowOf(one.id)).stopped_because).toBe('stop')
  const started = await answer(one.to, 'Start')
  expect(started.headers.get('content-type')).toMatch(/^text\/xml/)
  expect(await started.text()).toContain('<Response/>')
  expect((await it.rowOf(one.id)).stopped_at).toBe(null)
})

test.each([
  { what: 'another token', change: { token: '0'.repeat(32) } },
  { what: 'another account', change: { sid: `AC${'9'.repeat(32)}` } },
  { what: 'another address', change: { url: `http://127.0.0.1${INCOMING}` } },
])('An answer that is signed with $what is refused', async ({ change }) => {
  const { id, to } = await owner()
  const refused = await answer(to, 'STOP', change)
  expect(refused.status).toBe(403)
  expect((await it.rowOf(id)).stopped_at).toBe(null)
  const unsigned = await fetch(`${it.api.url}${INCOMING}`, {
    method: 'POST',
    body: new URLSearchParams({ Body: 'STOP' }),
  })
  expect(unsigned.status).toBe(403)
})

test('A number that has told Twilio STOP is not tried again', async () => {
  const { id, to, person } = await owner()
  it.twilio.stopped.add(to)
  const delivery = await it.queue(id)
  await it.sendTexts()
  expect(await it.deliveryOf(delivery)).toMatchObject({ outcome: 'refused', said: expect.stringContaining('21610') })
  const { destinations } = (await it.api.call(api.listDestinations, { token: await it.api.signIn(person) })).body.data
  expect(destinations.find((destination) => destination.id === id)).toMatchObject({ stopped_because: 'stop' })
})

test.each([21211, 21408, 21614])('A number of which Twilio says %i takes no messages', async (code) => {
  const { id } = await owner()
  it.twilio.answer(() => ({ status: 400, code }))
  await it.queue(id)
  await it.sendTexts()
  expect(await it.rowOf(id)).toMatchObject({ stopped_because: 'refused' })
})

test.each([
  { status: 429, retryAfter: '120', leastMs: 120 * SECOND_MS },
  { status: 503, leastMs: 8 * SECOND_MS },
  { status: 401, code: 20003, leastMs: 8 * SECOND_MS },
])('A message that Twilio puts off with $status is sent later', async ({ leastMs, ...put }) => {
  const { id, to } = await owner()
  it.twilio.answer(() => put)
  const delivery = await it.queue(id)
  await it.sendTexts()
  const row = await it.deliveryOf(delivery)
  expect(row).toMatchObject({ outcome: null })
  expect(row.next_try_at!.getTime() - it.clock.now()).toBeGreaterThan(leastMs - SECOND_MS)
  it.twilio.answer(() => 'accept')
  await it.clock.advanceBy(3 * MINUTE_MS)
  await it.sendTexts()
  expect(textsTo(to)).toHaveLength(1)
})

test('A message is of use to Twilio as long as the alert is', async () => {
  const { id } = await owner()
  it.compose({ until: it.clock.now() + 5 * MINUTE_MS })
  await it.queue(id)
  await it.sendTexts()
  it.compose({})
  expect(Number(it.twilio.messages[0]!.validity)).toBeGreaterThan(290)
  expect(Number(it.twilio.messages[0]!.validity)).toBeLessThanOrEqual(300)
})

test('At practice, a text message stands on the mailbox page', async () => {
  await using practice = await startAlerting({ sms: 'mailbox' })
  const person = await practice.api.signUp()
  const to = newNumber()
  await practice.api.call(api.addPhone, { token: person.token, body: { phone_number: to } })
  await practice.sendTexts()
  expect(practice.twilio.messages).toEqual([])
  const kept = await practice.api.db.selectFrom('mailbox').selectAll().execute()
  expect(kept).toMatchObject([
    { recipient: to, subject: 'Text message', text: expect.stringContaining('Bidwell code') },
  ])
})

test('Where no text messages are sent any more, those for a number that is still there end', async () => {
  await using mute = await startAlerting({ sms: null })
  const { accountId } = await mute.api.signUp()
  const place = { channel: 'sms', address: newNumber(), label: 'My phone', verified_at: new Date() } as const
  const { id } = await mute.api.db
    .insertInto('destinations')
    .values({ account_id: accountId, ...place })
    .returning('id')
    .executeTakeFirstOrThrow()
  const delivery = await mute.queue(id)
  await mute.sendTexts()
  expect(await mute.deliveryOf(delivery)).toMatchObject({ outcome: 'refused' })
})
