import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { api } from '@bidwell/contract'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Bidding, startBidding } from '../../server/test/bidding.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PACKAGES = ['cli/node_modules/openapi-typescript', 'node_modules/openapi-fetch', 'node_modules/@types/node']

let bidding: Bidding
let page: string
beforeAll(async () => {
  bidding = await startBidding()
  page = await readFile(join(ROOT, 'docs', 'api.md'), 'utf8')
})
afterAll(() => bidding[Symbol.asyncDispose]())

/** A part of the page by its heading, and what stands before the first one. */
const partOf = (heading: string): string => {
  const part = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`))
  if (part === undefined) throw new Error(`The page has no part '${heading}'`)
  return part
}
const blocksOf = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block)

/** Somebody who reads the page on a machine of their own, with a token and an item at the site. */
async function reader() {
  const person = await bidding.bidder()
  const body = { name: 'recipes', scope: 'bid' as const, max_bid: 50, day_cap: 200 }
  const { secret } = (await bidding.api.call(api.makeApiToken, { token: person.token, body })).body.data
  const { auctionId } = bidding.listItem({ startingPrice: 20 })
  const home = await mkdtemp(join(tmpdir(), 'bidwell-recipes-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const env = {
    HOME: home,
    PATH: `${home}/.local/bin:${dirname(process.execPath)}:${process.env['PATH']}`,
    TZ: 'UTC',
  }
  const own = (text: string) =>
    text
      .replaceAll('https://bidwell.example', bidding.api.url)
      .replaceAll('bwp_0123456789', secret)
      .replaceAll('123456789', auctionId)
      .replaceAll('https://shopgoodwill.com', bidding.house.url)
      .replaceAll('links.txt', '~/links.txt')
  /** Runs the commands of a part, after those at the top of the page. */
  const run = async (part: string, cwd = home) => {
    const commands = [...blocksOf(page.split(/^## /m)[0] ?? '', 'sh'), ...blocksOf(part, 'sh')]
    expect(commands.length).toBeGreaterThan(1) // an empty scan would pass
    const { stdout } = await promisify(execFile)('bash', ['-ec', own(commands.join(''))], { cwd, env })
    return stdout
  }
  /** Writes the programs of a part, each into the file that its first line names. */
  const write = async (part: string, language: string) => {
    const programs = blocksOf(part, language)
    expect(programs.length).toBeGreaterThan(0)
    for (const program of programs) {
      const [, name = ''] = /^(?:#|\/\/) (\S+)\n/.exec(program) ?? []
      await writeFile(join(home, name), program)
    }
  }
  const bids = async () =>
    (await bidding.api.call(api.listBids, { token: person.token })).body.data.bids.map(({ status, max_bid }) => [
      status,
      max_bid,
    ])
  return { home, env, run, write, bids, auctionId }
}

const shows = (out: string, texts: readonly string[]) => {
  for (const text of texts) expect(out).toContain(text)
}

test('The script with curl tracks an item and schedules a bid on it', async () => {
  const { run, bids } = await reader()
  const bystander = await bidding.scheduledBid()
  shows(await run(partOf('With curl')), [
    '"success":true,"data":{"auctions":[]',
    '"max_bid":40,"delivered":null,"seconds_before_end":5',
    'data: {"type":"site_time"',
    '"imports":[{"id":1,',
  ])
  expect(await bids()).toEqual([['pending', 40]])
  const { token } = bystander.person
  expect((await bidding.api.call(api.listBids, { token })).body.data.bids).toHaveLength(1)
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('The script in Python schedules a bid, and scheduling again changes nothing', async () => {
  const { run, write, bids } = await reader()
  const part = partOf('With Python')
  await write(part, 'python')
  for (let time = 0; time < 2; time += 1) {
    expect(await run(part)).toMatch(/^left for today: [0-9.]+ - scheduled: 30\n$/)
  }
  expect(await bids()).toEqual([['pending', 30]])
})

test('The script in TypeScript has the types of the OpenAPI document, which tell a wrong value before it is sent', async () => {
  const { home, run, write, bids } = await reader()
  // As `npm install` leaves them.
  for (const from of PACKAGES) {
    const to = join(home, from.replace(/^cli\//, ''))
    await mkdir(dirname(to), { recursive: true })
    await symlink(join(ROOT, from), to)
  }
  await mkdir(join(home, 'node_modules', '.bin'))
  await symlink(
    join(ROOT, 'cli/node_modules/openapi-typescript/bin/cli.js'),
    join(home, 'node_modules/.bin/openapi-typescript'),
  )
  await writeFile(join(home, 'package.json'), '{ "type": "module" }')
  const part = partOf('With TypeScript')
  await write(part, 'ts')
  expect(await run(part)).toMatch(/scheduled: 30 dollars, sent at 20\S+Z\n$/)
  expect(await bids()).toEqual([['pending', 30]])

  const check = () => {
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--allowImportingTsExtensions']
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const args = [tsc, ...options, '--types', 'node', '--ignoreConfig', 'sunday.ts']
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: home, encoding: 'utf8' })
    return stdout + stderr
  }
  expect(check()).toBe('')
  const program = await readFile(join(home, 'sunday.ts'), 'utf8')
  await writeFile(join(home, 'sunday.ts'), program.replace('maxBid: 30', "maxBid: '30'"))
  expect(check()).toContain("Type 'string' is not assignable to type 'number'")
})

test('The commands of bidwell-cli do what the page says, and an agent is served by the bundled program, which needs no other file', async () => {
  const { home, env, run, bids, auctionId } = await reader()
  const out = await run(partOf('With bidwell-cli'), ROOT)
  shows(out, [
    `The token for ${bidding.api.url} is kept in ${home}/.config/bidwell/cli.json.`,
    '$41.50  7 s',
    '{"type":"resync"}',
    'At most $41.50, 7 s before the close: waiting',
    'Cancelled',
  ])
  expect(await bids()).toEqual([['cancelled', 41.5]])

  const part = partOf('With an agent')
  const { mcpServers } = JSON.parse(blocksOf(part, 'json')[0] ?? '') as {
    mcpServers: { bidwell: { command: string; args: string[] } }
  }
  const client = new Client({ name: 'an agent', version: '1' })
  await client.connect(new StdioClientTransport({ ...mcpServers.bidwell, env, cwd: home }))
  onTestFinished(() => client.close())
  const { tools } = await client.listTools()
  expect(tools.filter(({ name }) => !part.includes(`\`${name}\``))).toEqual([])
  const { structuredContent } = await client.callTool({ name: 'find_auctions', arguments: {} })
  expect(structuredContent).toMatchObject({ auctions: [{ item: auctionId }] })
})
