import type { PlannedSnipe } from '../fixtures.ts'
import type { Testbed } from '../testbed.ts'
import type { PlannedGroup } from './add-groups.ts'

export type GroupAudit = {
  wins: number
  aboveCap: number
  aboveBudget: number
  /** Groups that won fewer than they may, while a bid at its maximum would have won one more, by the outcome of that bid. */
  short: Record<string, number>
  /** Bids that passed to another engine after their grant, after their lock-in, and after their sending. */
  takenOver: { granted: number; lockedIn: number; sent: number }
  /** Groups above their cap or budget, and a few bids that could have won and were not sent for a reason outside their group. */
  examples: string[]
}

const MAX_SHOWN = 5

/** An auction, as the auction house has it. */
type Sold = {
  closed: boolean
  leader: string | null
  priceCents: number
  bids: { bidder: string; maxCents: number }[]
}

/** Counts what each group has won by the auction house's own list. Only reasons come from the database. */
export async function auditGroups(testbed: Testbed, groups: PlannedGroup[]): Promise<GroupAudit> {
  const nameOf = await readUserNames(testbed)
  const outcomeOf = await readOutcomes(testbed)
  const audit: GroupAudit = {
    wins: 0,
    aboveCap: 0,
    aboveBudget: 0,
    short: {},
    takenOver: await countTakenOver(testbed),
    examples: [],
  }
  for (const { id, accountId, mostWins, extraWins, budgetCents, bids } of groups) {
    const name = nameOf.get(accountId)
    const all: { bid: PlannedSnipe; sold: Sold }[] = []
    for (const bid of bids)
      all.push({ bid, sold: await testbed.auctionHouse.control<Sold>('GET', `/listings/${bid.itemId}`) })
    if (all.some(({ sold }) => !sold.closed)) throw new Error(`Group ${id} has an auction that has not closed`)
    const won = all.filter(({ sold }) => sold.leader === name)
    const spentCents = won.reduce((sum, { sold }) => sum + sold.priceCents, 0)
    audit.wins += won.length
    const isAboveCap = won.length > mostWins + extraWins
    const isAboveBudget = budgetCents !== null && spentCents > budgetCents
    if (isAboveCap) audit.aboveCap += 1
    if (isAboveBudget) audit.aboveBudget += 1
    if (isAboveCap || isAboveBudget)
      audit.examples.push(
        `Group ${id} won ${won.length} of ${mostWins} + ${extraWins}, for ${spentCents} of ${budgetCents} cents`,
      )
    const missed = all.find(({ bid, sold }) => sold.leader !== name && couldWin(sold, bid.maxBidCents, name))
    if (missed && won.length < mostWins) {
      const outcome = outcomeOf.get(missed.bid.bidId) ?? 'none'
      audit.short[outcome] = (audit.short[outcome] ?? 0) + 1
      if (!outcome.startsWith('group_') && audit.examples.length < MAX_SHOWN)
        audit.examples.push(await tellBid(testbed, missed.bid, outcome))
    }
  }
  return audit
}

async function tellBid({ db }: Testbed, { bidId, plannedAt }: PlannedSnipe, outcome: string): Promise<string> {
  const events = db.selectFrom('bid_events').select(['at', 'kind', 'engine_id']).where('bid_id', '=', bidId)
  const log = (await events.orderBy('at').orderBy('id').execute()).map(
    ({ at, kind, engine_id }) => `${((at.getTime() - plannedAt) / 1_000).toFixed(1)} s ${kind} (${engine_id ?? '-'})`,
  )
  return `Bid ${bidId} ${outcome}, from its planned time on: ${log.slice(1).join(', ')}`
}

/** At a tie the earlier bid leads. */
const couldWin = ({ bids }: Sold, maxBidCents: number, name: string | undefined) =>
  bids.every(({ bidder, maxCents }) => bidder === name || maxCents < maxBidCents)

/** The names of the bidders at the site, by account. */
async function readUserNames({ db }: Testbed): Promise<Map<number, string>> {
  const accounts = await db.selectFrom('accounts').select(['id', 'email']).execute()
  return new Map(accounts.map(({ id, email }) => [id, email.split('@')[0] ?? '']))
}

async function readOutcomes({ db }: Testbed): Promise<Map<number, string>> {
  const bids = await db.selectFrom('bids').select(['id', 'status', 'outcome']).execute()
  return new Map(bids.map(({ id, status, outcome }) => [id, outcome ?? status]))
}

const STEPS = ['group_granted', 'locked_in', 'sent', 'settled'] as const

type Engine = number | null | undefined
const differs = (a: Engine, b: Engine) => a && b && a !== b

/** A step that an engine records bears its number; a grant is recorded without one, and belongs to the engine that armed the bid. */
async function countTakenOver({ db }: Testbed): Promise<GroupAudit['takenOver']> {
  const events = await db
    .selectFrom('bid_events')
    .select(['bid_id', 'kind', 'engine_id'])
    .where('kind', 'in', ['armed', ...STEPS])
    .orderBy('bid_id')
    .orderBy('at')
    .orderBy('id')
    .execute()
  const taken = { granted: 0, lockedIn: 0, sent: 0 }
  for (const ofBid of Map.groupBy(events, ({ bid_id }) => bid_id).values()) {
    const grantedAt = ofBid.findIndex(({ kind }) => kind === 'group_granted')
    if (grantedAt < 0) continue
    const holder = ofBid.slice(0, grantedAt).findLast(({ kind }) => kind === 'armed')?.engine_id
    const engineOf = (step: (typeof STEPS)[number]) => ofBid.find(({ kind }) => kind === step)?.engine_id
    if (differs(holder, engineOf('locked_in'))) taken.granted += 1
    if (differs(engineOf('locked_in'), engineOf('sent'))) taken.lockedIn += 1
    if (differs(engineOf('sent'), engineOf('settled'))) taken.sent += 1
  }
  return taken
}
