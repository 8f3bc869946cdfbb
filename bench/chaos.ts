import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { LEASE_MS } from '../server/src/engine/core/lease.ts'
import { addBidders, addSnipes, type PlannedSnipe } from './support/fixtures.ts'
import { addGroups } from './support/groups/add-groups.ts'
import { auditGroups } from './support/groups/audit-groups.ts'
import { describeMachine } from './support/machine.ts'
import { largest, median, percentile } from './support/percentiles.ts'
import { atLeast, atMost, report, figure, type Row } from './support/report.ts'
import { auditSnipes } from './support/snipes/audit-snipes.ts'
import { countServiceLevel } from './support/snipes/count-service-level.ts'
import { cutNetwork } from './support/snipes/cut-network.ts'
import { BID_FAULTS, injectFaults } from './support/snipes/inject-faults.ts'
import { spreadEvenly } from './support/snipes/run-snipes.ts'
import { timeSuspension, timeTakeovers } from './support/snipes/time-takeovers.ts'
import { openTestbed } from './support/testbed.ts'

/**
 * Counts broken promises under faults: `npm run bench:chaos`. Two engine processes are killed repeatedly, PostgreSQL is
 * stopped and crashed, and the site fails. Then it measures how soon another engine takes over the snipes of an engine
 * that is killed, suspended, or cut off from the database. `--only=snipes` or `--only=groups` does one part.
 */
const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const { quick } = flags
const SIZE = quick
  ? { bidders: 10, snipes: 40, spanMs: 10_000, restarts: 1, kills: 2 }
  : { bidders: 30, snipes: 300, spanMs: 120_000, restarts: 3, kills: 50 }
const GROUPS = quick
  ? { count: 12, bidders: 6, spanMs: 30_000, restarts: 1, leadInMs: 12_000 }
  : { count: 300, bidders: 60, spanMs: 150_000, restarts: 2, leadInMs: 40_000 }
/** An engine that takes over has time to send what the killed one has not. */
const GROUP_LEAD_S = 6
const GROUPS_SETTLED_AFTER_MS = 25_000
const LEAD_IN_MS = 5_000
/** Leaves time for several takeovers of one snipe. */
const LEAD_S = 15
const SETTLED_AFTER_MS = quick ? 7_000 : 25_000
/** Every so many auctions, the first bid meets a fault. */
const AUCTIONS_PER_FAULT = 6
const LEASE_S = LEASE_MS / 1_000

type Partition = Awaited<ReturnType<typeof cutNetwork>>

const isAsked = (part: string) => flags.only === undefined || flags.only === part

const machine = describeMachine()
await using testbed = await openTestbed()
const snipes = isAsked('snipes') ? await measureSnipes() : { rows: [], violations: [] }
const groups = isAsked('groups') ? await measureGroups() : { rows: [], violations: [] }

await report({
  name: 'chaos',
  quick,
  machine,
  rows: [...snipes.rows, ...groups.rows],
  notes: [
    'Engines end by SIGKILL, but never the last one that runs. The database is stopped once and then crashes. The first',
    `bid on every ${AUCTIONS_PER_FAULT}th auction meets a fault (cut before and after, 502, 503, truncated, hanging); reads fail in bursts.`,
    `Leads are ${LEAD_S} s. A snipe that a killed engine may have sent is looked for at the site before it is sent again.`,
    'The recount is that of the bids that the auction house has received. Lost: never accepted. Accepted twice: by the',
    'auction house. A complete receipt is won, with the times of arming, locking in, sending or verifying, and settling.',
    'Takeover: until the database shows the other engine as the holder of',
    'the last snipe. Suspended: by SIGSTOP, with open connections. Cut off: the connection to the database is silent, while',
    'the engine reaches the site and fires the snipes that come due under its valid lease. The goal is the lease duration.',
    `Groups: 2 to 8 bids of ${GROUP_LEAD_S} s lead, of which 1 to 3 may win; three in ten have a budget. What they have won`,
    'is counted in the auction house. Could have won more: fewer wins than the group wants, and an auction on which every',
    'other bidder stayed below the maximum; the reason is the outcome of the first such bid.',
    ...snipes.violations,
    ...groups.violations,
  ],
})

async function measureSnipes(): Promise<{ rows: Row[]; violations: string[] }> {
  const bidders = await addBidders(testbed, SIZE.bidders)
  const { faults, audit, service } = await runUnderFaults(bidders)
  const takeovers = await timeTakeovers(testbed, bidders, SIZE.kills)
  const suspensionMs = quick ? null : await timeSuspension(testbed, bidders)
  const cut = quick ? null : await cutNetwork(testbed, bidders)
  const rows = [
    figure('engines killed / database restarts / bursts', `${faults.kills} / ${faults.restarts} / ${faults.bursts}`),
    figure(`sent, of ${SIZE.snipes}`, audit.sent),
    figure(`accepted, of ${SIZE.snipes}`, audit.accepted),
    figure('more than a second late', audit.late),
    figure('first arrival after the planned time, median, ms', median(audit.arrivedAfterMs)),
    figure('first arrival after the planned time, largest, ms', largest(audit.arrivedAfterMs)),
    figure('due / sent / accepted by /service-level', `${service.due} / ${service.sent} / ${service.accepted}`),
    atMost(
      'of these, away from the recount',
      Math.abs(service.due - SIZE.snipes) +
        Math.abs(service.sent - audit.sent) +
        Math.abs(service.accepted - audit.accepted),
      0,
      'snipes',
    ),
    atMost('lost', audit.lost, 0, 'snipes'),
    atMost('above the maximum', audit.aboveMaximum, 0, 'snipes'),
    atMost('accepted twice', audit.acceptedTwice, 0, 'snipes'),
    atMost('receipts that settled twice', audit.settledTwice, 0, 'snipes'),
    atMost('receipts incomplete', audit.incomplete, 0, 'snipes'),
    atLeast('takeovers timed', takeovers.length, SIZE.kills, 'kills'),
    figure('killed → taken over, median, ms', median(takeovers)),
    figure('killed → taken over, p90, ms', percentile(takeovers, 0.9)),
    atMost('killed → taken over, p99', percentile(takeovers, 0.99), 300, 'ms'),
    ...(suspensionMs === null ? [] : [atMost('suspended → taken over', suspensionMs / 1_000, LEASE_S, 's')]),
    ...(cut === null ? [] : cutRows(cut)),
  ]
  return { rows, violations: [...audit.violations, ...(cut?.audit.violations ?? [])] }
}

async function measureGroups(): Promise<{ rows: Row[]; violations: string[] }> {
  const { count, spanMs, restarts, leadInMs } = GROUPS
  const bidders = await addBidders(testbed, GROUPS.bidders)
  const from = Math.ceil(await testbed.auctionHouse.now()) + leadInMs
  const groups = await addGroups(testbed, bidders, { count, from, spanMs, secondsBeforeEnd: GROUP_LEAD_S })
  const bids = groups.flatMap((group) => group.bids)
  await injectBidFaults(bids)
  const endsAt = performance.now() + from - (await testbed.auctionHouse.now()) + spanMs
  await using faults = await injectFaults(testbed, { endsAt, restarts })
  await testbed.auctionHouse.control('DELETE', '/faults')
  await delay(GROUP_LEAD_S * 1_000 + GROUPS_SETTLED_AFTER_MS)
  const { wins, aboveCap, aboveBudget, short, takenOver, examples } = await auditGroups(testbed, groups)
  const shortOf = Object.entries(short).toSorted(([, a], [, b]) => b - a)
  const rows = [
    figure(
      'groups / bids / engines killed / database restarts',
      [count, bids.length, faults.kills, faults.restarts].join(' / '),
    ),
    figure(
      'groups: taken over after the grant / the lock-in / the sending, bids',
      Object.values(takenOver).join(' / '),
    ),
    figure('groups: auctions won', wins),
    atMost('won more than they may', aboveCap, 0, 'groups'),
    atMost('paid more than their budget', aboveBudget, 0, 'groups'),
    ...shortOf.map(([outcome, number]) => figure(`could have won more: ${outcome}, groups`, number)),
  ]
  return { rows, violations: examples }
}

function cutRows({
  tookMs,
  audit: { accepted, arrivedAfterMs, lost, acceptedTwice, settledTwice, incomplete },
}: Partition) {
  return [
    atMost('cut off → taken over', tookMs / 1_000, LEASE_S, 's'),
    figure('cut off: accepted', accepted),
    figure('cut off: first arrival after the planned time, largest, ms', largest(arrivedAfterMs)),
    atMost(
      'cut off: lost, accepted twice, settled twice or incomplete',
      lost + acceptedTwice + settledTwice + incomplete,
      0,
      'snipes',
    ),
  ]
}

async function runUnderFaults(bidders: number[]) {
  const from = Math.ceil(await testbed.auctionHouse.now()) + LEAD_IN_MS
  const plannedAt = spreadEvenly(SIZE.snipes, SIZE.spanMs).map((afterMs) => Math.round(from + afterMs))
  const snipes = await addSnipes(testbed, bidders, { plannedAt, secondsBeforeEnd: LEAD_S })
  await injectBidFaults(snipes)
  const endsAt = performance.now() + LEAD_IN_MS + SIZE.spanMs
  await using faults = await injectFaults(testbed, { endsAt, restarts: SIZE.restarts })
  await testbed.auctionHouse.control('DELETE', '/faults')
  await delay(LEAD_S * 1_000 + SETTLED_AFTER_MS)
  return { faults, audit: await auditSnipes(testbed, snipes), service: await countServiceLevel(testbed) }
}

async function injectBidFaults(snipes: PlannedSnipe[]) {
  for (const [index, { itemId }] of snipes.entries()) {
    if (index % AUCTIONS_PER_FAULT !== 0) continue
    const fault = BID_FAULTS[(index / AUCTIONS_PER_FAULT) % BID_FAULTS.length]
    await testbed.auctionHouse.control('POST', '/faults', { ...fault, endpoint: 'ItemBid/PlaceBid', itemId, times: 1 })
  }
}
