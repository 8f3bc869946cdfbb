import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAccount } from '../../test/add-rows.ts'
import { createTestDatabase } from '../../test/database.ts'
import { readConfig } from '../config/config.ts'
import { StartupError } from '../platform/startup-error.ts'
import { checkPlansInUse } from './check-plans-in-use.ts'
import { loadPlans, readPlans } from './load-plans.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidwell-plans-'))
})
afterAll(() => rm(folder, { recursive: true }))

const BASIC = { id: 'basic', name: 'Basic', monthly: '4.99', yearly: '49.90', auctions: 25, snipes: 15 }
const GOOD = {
  trial: { days: 5, auctions: 2, snipes: 2 },
  free: { name: 'Free', auctions: 1, snipes: 0 },
  paid: [BASIC],
}

async function load(content: unknown) {
  const file = join(folder, `${randomUUID()}.json`)
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return loadPlans(file).catch((error: unknown) => {
    expect(error).toBeInstanceOf(StartupError)
    return String(error).replaceAll(`PLANS_FILE ${file}: `, '').replaceAll(file, 'FILE').split('\n')
  })
}

test('The shipped plans are the ones that the product promises', async () => {
  const plans = await readPlans(readConfig({}))
  expect(plans).toEqual({
    trial: { name: 'Trial', days: 5, auctions: 2, snipes: 2 },
    free: { name: 'Free', auctions: 1, snipes: 0 },
    paid: [
      { ...BASIC, monthly: undefined, yearly: undefined, monthlyCents: 499, yearlyCents: 4_990, ...without('sms') },
      { id: 'pro', name: 'Pro', monthlyCents: 999, yearlyCents: 9_990, auctions: 100, snipes: 75, ...without('') },
      { id: 'elite', name: 'Elite', monthlyCents: 1_999, yearlyCents: 19_990, auctions: -1, snipes: -1, ...all },
    ],
  })
})
const all = { sms: true, prioritySupport: true }
const without = (what: string) => ({ sms: what !== 'sms', prioritySupport: false })

test('The plans of an operator are sorted by price, and may be none at all', async () => {
  const cheap = { ...BASIC, id: 'mini', name: 'Mini', monthly: '0.50', yearly: '5.00', sms: true }
  const { paid } = (await load({ ...GOOD, paid: [BASIC, cheap] })) as Awaited<ReturnType<typeof loadPlans>>
  expect(paid.map(({ id, monthlyCents, sms }) => [id, monthlyCents, sms])).toEqual([
    ['mini', 50, true],
    ['basic', 499, false],
  ])
  expect(await load({ ...GOOD, paid: [] })).toMatchObject({ paid: [] })
})

const PRICE = 'must be dollars with two decimals between quotes, from "0.50" to "99999.99"'
const LIMIT = 'must be a whole number from 0 to 1000000, or -1 for no limit'
test.each<[unknown, string, ...string[]]>([
  [{ ...GOOD, trial: { ...GOOD.trial, days: 0 } }, 'plan trial: days must be a whole number from 1 to 90'],
  [{ ...GOOD, trial: undefined }, 'trial must be an object with days, auctions and snipes'],
  [{ ...GOOD, free: { ...GOOD.free, snipes: -2 } }, `plan free: snipes ${LIMIT}`],
  [{ ...GOOD, free: { ...GOOD.free, price: 1 } }, 'plan free: price is not a known field'],
  [{ ...GOOD, paid: { basic: BASIC } }, 'paid must be a list of at most 10 plans'],
  [{ ...GOOD, paid: [{ ...BASIC, monthly: 4.99 }] }, `plan basic: monthly ${PRICE}`],
  [{ ...GOOD, paid: [{ ...BASIC, yearly: '49.9' }] }, `plan basic: yearly ${PRICE}`],
  [{ ...GOOD, paid: [{ ...BASIC, yearly: '0.49' }] }, `plan basic: yearly ${PRICE}`],
  [{ ...GOOD, paid: [{ ...BASIC, auctions: 2.5 }] }, `plan basic: auctions ${LIMIT}`],
  [{ ...GOOD, paid: [{ ...BASIC, snipes: '15' }] }, `plan basic: snipes ${LIMIT}`],
  [{ ...GOOD, paid: [{ ...BASIC, name: ' ' }] }, 'plan basic: name must be a text of 1 to 40 characters'],
  [{ ...GOOD, paid: [BASIC, { ...BASIC, name: 'B' }] }, 'plan basic: id must be its own: another plan has the same'],
  [{ ...GOOD, paid: [BASIC, { ...BASIC, id: 'b' }] }, 'plan b: name must be its own: another plan has the same'],
  [{ ...GOOD, paid: [BASIC, 'pro'] }, 'paid plan 2: must be an object'],
  [
    { ...GOOD, paid: [{ ...BASIC, id: 'free' }] },
    'plan free: id must be of small letters, digits, - and _, begin with a letter, and not be trial or free or self-hosted',
  ],
  [
    { ...GOOD, paid: [{ ...BASIC, sms: 'yes', text: 1 }] },
    'plan basic: sms must be true or false',
    'plan basic: text is not a known field',
  ],
  [{ ...GOOD, plans: [] }, 'plans is not a known field'],
  [[], 'must be an object with trial, free and paid'],
])(
  'The mistake in the plans file %j is one line that names plan, field and rule',
  async (content, first, ...others) => {
    const found = await load(content)
    expect(found).toEqual([`StartupError: ${first}`, ...others])
  },
)

test('A plans file that is no JSON, or that is not there, is named', async () => {
  expect(await load('{ "trial": ')).toEqual([expect.stringMatching(/^StartupError: PLANS_FILE FILE must be JSON: /)])
  await expect(loadPlans(join(folder, 'nowhere.json'))).rejects.toThrow(/nowhere\.json cannot be read$/)
})

test('The real site with plans and without keys of Stripe is refused, because a test checkout would give plans away', async () => {
  const real = { MARKETPLACE: 'shopgoodwill', SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'true' }
  await expect(readPlans(readConfig({ ...real, PLAN_MODE: 'subscriptions' }))).rejects.toThrow(
    new StartupError(
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set, because plans are sold for the real site: PLAN_MODE=self-hosted makes everything unlimited instead',
    ),
  )
  expect(await readPlans(readConfig(real))).toBeNull()
})

test('A plans file without a plan that somebody pays for is refused, and one without a plan that has ended is not', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const now = new Date(Date.UTC(2026, 10, 23))
  const id = await insertAccount(db, now)
  const subscription = {
    account_id: id,
    billing_interval: 'month' as const,
    amount_cents: 499,
    started_at: now,
    current_period_end: now,
    past_due_since: null,
  }
  const ended = { ...subscription, external_id: 'sub_1', plan: 'gone', status: 'ended' as const, ended_at: now }
  await db.insertInto('subscriptions').values(ended).execute()
  const plans = await readPlans(readConfig({}))
  const warnings: unknown[] = []
  const deps = { db, log: { warn: (line: unknown) => warnings.push(line) } }
  await checkPlansInUse(deps, plans)
  await checkPlansInUse(deps, null)
  expect(warnings).toEqual([])
  const live = { ...subscription, external_id: 'sub_2', plan: 'old', status: 'active' as const, ended_at: null }
  await db.updateTable('subscriptions').set(live).execute()
  const next = { next_interval: 'month' as const, next_amount_cents: 99, next_starts_at: now }
  await db
    .updateTable('subscriptions')
    .set({ next_plan: 'older', ...next })
    .where('external_id', '=', 'sub_2')
    .execute()
  await expect(checkPlansInUse(deps, plans)).rejects.toThrow(
    new StartupError('PLANS_FILE must keep the plans old, older: accounts are subscribed to them'),
  )
  await checkPlansInUse(deps, null)
  expect(warnings).toEqual([expect.stringContaining('plans are switched off while accounts are subscribed')])
})
