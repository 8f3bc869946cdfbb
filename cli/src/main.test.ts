import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Person } from '../../server/test/api.ts'
import { type Bidding, startBidding } from '../../server/test/bidding.ts'
import packageJson from '../package.json' with { type: 'json' }
import { runCli, runForJson, settingsOf } from '../test/run-cli.ts'

let bidding: Bidding
beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const as = ({ token }: Person, url = bidding.api.url) => settingsOf(url, token)
const asJson = (person: Person, ...args: string[]) => runForJson(args, as(person))

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'bidwell-cli-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('The program says its version', async () => {
  expect(await runCli(['--version'])).toEqual({ code: 0, out: `${packageJson.version}\n`, err: '' })
})

test('A token that was accepted is kept in a file that its user alone reads, and later commands use it', async () => {
  const { person } = await bidding.scheduledBid()
  const env = { XDG_CONFIG_HOME: await newFolder() }
  const signedIn = await runCli(['login', bidding.api.url], { env, input: `${person.token}\n` })
  const file = join(env.XDG_CONFIG_HOME, 'bidwell', 'cli.json')
  expect(signedIn).toEqual({ code: 0, out: `The token for ${bidding.api.url} is kept in ${file}.\n`, err: '' })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(env.XDG_CONFIG_HOME, 'bidwell'))).toEqual(['cli.json'])
  expect(await readFile(file, 'utf8')).toContain(person.token)
  expect((await runCli(['auctions'], { env })).out).toContain('Brass lamp')

  const elsewhere = await runCli(['auctions'], { env: { ...env, BIDWELL_URL: 'https://bidwell.example' } })
  expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining('Run "bidwell-cli login" first')])
  await chmod(file, 0o644)
  const open = await runCli(['auctions'], { env })
  expect([open.code, open.err]).toEqual([2, expect.stringContaining('Others can read')])
  await runCli(['login', bidding.api.url], { env, input: person.token })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('A token that Bidwell refuses is not kept, and ends the program with 1', async () => {
  const env = { XDG_CONFIG_HOME: await newFolder() }
  const { code, err } = await runCli(['login', bidding.api.url], { env, input: 'a.b.c' })
  expect([code, err]).toEqual([1, expect.stringContaining('expired')])
  expect(await readdir(env.XDG_CONFIG_HOME)).toEqual([])
})

test.each([
  ['a command that does not exist', ['fly'], {}],
  ['a bid without a maximum', ['snipe', '123456789'], {}],
  ['a bid with a maximum and a delivered price', ['snipe', '123456789', '--max', '10', '--delivered', '20'], {}],
  ['an allowance without a delivered price', ['snipe', '123456789', '--max', '10', '--allowance', '5'], {}],
  ['a maximum that is no amount', ['snipe', '123456789', '--max', '1e3'], {}],
  ['a status that does not exist', ['bids', '--status', 'pending,gone'], {}],
  ['missing settings', ['auctions'], {}],
  [
    'an address over which others read the token',
    ['auctions'],
    { BIDWELL_URL: 'http://bidwell.example', BIDWELL_TOKEN: 'x' },
  ],
  ['a token of two lines', ['auctions'], { BIDWELL_URL: 'https://bidwell.example', BIDWELL_TOKEN: 'x\ny' }],
])('The program ends with 2 for %s', async (_, args, env) => {
  const { code, out, err } = await runCli(args, { env })
  expect([code, out]).toEqual([2, ''])
  expect(err).not.toBe('')
})

test('A bid is set by what it costs delivered, with an allowance where no shipping is quoted', async () => {
  const person = await bidding.bidder()
  const { auctionId } = bidding.listItem({ handling: 3 })
  const refused = await asJson(person, 'snipe', auctionId, '--delivered', '30', '--confirm')
  expect([refused.code, refused.failure?.code]).toEqual([1, 'rule_broken'])
  const { data: bid } = await asJson(person, 'snipe', auctionId, '--delivered', '30', '--allowance', '12')
  expect(bid).toMatchObject({ max_bid: 18, delivered: { all_in: 30, source: 'allowance', total: 30 } })
  const { data: collected } = await asJson(person, 'snipe', auctionId, '--delivered', '30', '--collect')
  expect(collected).toMatchObject({ id: bid.id, max_bid: 27, delivered: { source: 'pickup', handling: 3 } })
})

test('A bid is scheduled by one command, changed by a second and cancelled by a third', async () => {
  const bystander = await bidding.scheduledBid({ maxBid: 30 })
  const person = await bidding.bidder()
  const { itemId } = bidding.listItem()
  const snipe = (...more: string[]) => asJson(person, 'snipe', `${bidding.house.url}/item/${itemId}`, ...more)
  const { code, data: bid } = await snipe('--max', '40.50', '--seconds', '7', '--confirm')
  expect([code, bid]).toEqual([0, expect.objectContaining({ max_bid: 40.5, seconds_before_end: 7, phase: 'waiting' })])
  expect((await snipe('--max', '41', '--confirm')).data).toMatchObject({
    id: bid.id,
    max_bid: 41,
    seconds_before_end: 5,
  })
  const shown = await runCli(['bids'], { env: as(person) })
  expect(shown.out).toMatch(
    /^BID +ITEM +MAX +BEFORE +PLANNED FOR +STATE +TITLE\n\d+ +\d+ +\$41\.00 +5 s .* waiting +Brass lamp\n$/,
  )

  expect((await asJson(person, 'cancel', String(bid.id))).data).toMatchObject({ id: bid.id, status: 'cancelled' })
  expect((await asJson(person, 'bids')).data).toEqual([])
  const foreign = await asJson(person, 'cancel', String(bystander.bid.id))
  expect([foreign.code, foreign.failure]).toEqual([1, { code: 'not_found', message: 'No bid found', details: [] }])
  expect((await asJson(bystander.person, 'bids')).data).toMatchObject([{ id: bystander.bid.id, status: 'pending' }])
})
