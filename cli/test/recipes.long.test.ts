import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startBidding } from '../../server/test/bidding.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test(
  'Every command of docs/api.md does what the page says, and the bundled program needs no other file',
  { timeout: 180_000 },
  async () => {
    await using bidding = await startBidding()
    const bystander = await bidding.scheduledBid()
    const person = await bidding.bidder()
    const { auctionId } = bidding.listItem({ startingPrice: 20 })
    const page = await readFile(join(ROOT, 'docs', 'api.md'), 'utf8')
    const script = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text).join('')
    expect(script.split('\n').length).toBeGreaterThan(20) // an empty scan would pass
    const here = script
      .replaceAll('https://bidwell.example', bidding.api.url)
      .replaceAll('bwp_0123456789', person.token)
      .replaceAll('123456789', auctionId)
      .replaceAll('https://shopgoodwill.com', bidding.house.url)
      .replaceAll('links.txt', '~/links.txt')

    const home = await mkdtemp(join(tmpdir(), 'bidwell-recipes-'))
    onTestFinished(() => rm(home, { recursive: true }))
    const { PATH } = process.env
    const { stdout } = await promisify(execFile)('bash', ['-ec', here], {
      cwd: ROOT,
      env: { HOME: home, PATH: `${home}/.local/bin:${dirname(process.execPath)}:${PATH}`, TZ: 'UTC' },
    })
    for (const shown of [
      '"success":true,"data":{"auctions":[]',
      '"max_bid":40,"seconds_before_end":5',
      'data: {"type":"site_time"',
      `The token for ${bidding.api.url} is kept in ${home}/.config/bidwell/cli.json.`,
      '$41.50  7 s',
      '{"type":"resync"}',
      'At most $41.50, 7 s before the close: waiting',
      'Cancelled',
    ])
      expect(stdout).toContain(shown)
    const bids = await bidding.db.selectFrom('bids').select(['account_id', 'status']).orderBy('id').execute()
    expect(bids).toEqual([
      { account_id: bystander.person.accountId, status: 'pending' },
      { account_id: person.accountId, status: 'cancelled' },
    ])
  },
)
