import { api, auctionDay, committedCents, type Period, PERIODS, spanOf } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'

let bidding: Bidding

beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

/** `OPERATIONS=20000 vitest run --testTimeout 1800000` makes so many. */
const OPERATIONS = Number(process.env['OPERATIONS'] ?? 250)
/** They work side by side, and each makes up to four calls at once. */
const ACCOUNTS = 8
const MOST_AT_ONCE = 4
const AUCTIONS = 40
const DAYS = 50
const MOST_GROUPS = 3
/** So often the sums are read. */
const TURNS_PER_READING = 10
const LIMITS_CENTS: Record<Period, number> = { day: 15_000, week: 40_000, month: 90_000 }
const NOON = Date.parse('2030-05-20T19:00:00Z')
const HOUR = 3_600_000

type Span = { period: Period; first: string; last: string }
/** Each day, week and month in which an auction closes. */
const SPANS: Span[] = PERIODS.flatMap((period) => {
  const days = Array.from({ length: DAYS }, (_, index) => auctionDay(NOON + index * 24 * HOUR))
  const byFirst = new Map(days.map((day) => [spanOf(period, day).first, spanOf(period, day)]))
  return [...byFirst.values()].map((span) => ({ period, ...span }))
})

type Bid = { id: number; day: string; cents: number; groupId: number | null }
type Group = { wins: number; budgetCents: number | null }
type State = { bids: ReadonlyMap<string, Bid>; groups: ReadonlyMap<number, Group> }

/** What the bids of a period cost if the dearest of them win that may: by trying every set of winners. */
function costOf({ bids, groups }: State, { first, last }: Span): number {
  const within = [...bids.values()].filter((bid) => first <= bid.day && bid.day <= last)
  const single = within.filter(({ groupId }) => groupId === null).reduce((sum, { cents }) => sum + cents, 0)
  return [...groups].reduce((sum, [id, { wins, budgetCents }]) => {
    const stakes = within.filter(({ groupId }) => groupId === id).map(({ cents }) => cents)
    return sum + Math.min(dearest(stakes, wins), budgetCents ?? Infinity)
  }, single)
}

const dearest = ([stake, ...others]: readonly number[], wins: number): number =>
  stake === undefined || wins === 0 ? 0 : Math.max(dearest(others, wins), stake + dearest(others, wins - 1))

/** Whether a change raises the cost of a period over its limit. */
const isOver = (before: State, after: State) =>
  SPANS.some((span) => {
    const cents = costOf(after, span)
    return cents > LIMITS_CENTS[span.period] && cents > costOf(before, span)
  })

const withBid = ({ bids, groups }: State, auctionId: string, bid: Bid | null): State => {
  const changed = new Map(bids)
  if (bid) changed.set(auctionId, bid)
  else changed.delete(auctionId)
  return { bids: changed, groups }
}

const withGroup = ({ bids, groups }: State, id: number, group: Group | null, keep = true): State => {
  const changed = new Map(groups)
  if (group) changed.set(id, group)
  else changed.delete(id)
  const left = [...bids].flatMap(([auctionId, bid]) => {
    if (group || bid.groupId !== id) return [[auctionId, bid] as const]
    return keep ? [[auctionId, { ...bid, groupId: null }] as const] : []
  })
  return { bids: new Map(left), groups: changed }
}

/** A call, what it makes of the state if it is accepted, and the bid that it changes. */
type Operation = {
  auctionId: string | null
  /** It may move bids between groups. */
  isRegrouping: boolean
  apply: (state: State, id: number) => State
  /** Answers the number of the new bid or group, or null when a limit refuses. */
  call: () => Promise<number | null>
}

type Account = Person & { auctions: { auctionId: string; day: string }[]; random: () => number }

async function anAccount(seed: number): Promise<Account> {
  const person = await bidding.bidder()
  const body = { day_limit: 150, week_limit: 400, month_limit: 900 }
  await bidding.api.call(api.changeProfile, { token: person.token, body })
  let state = seed
  const random = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
  const auctions = []
  for (let index = 0; index < AUCTIONS; index++) {
    const endsAt = NOON + Math.floor(random() * DAYS) * 24 * HOUR
    const auctionId = await bidding.trackEnding(person, endsAt)
    auctions.push({ auctionId, day: auctionDay(endsAt) })
  }
  return Object.assign(person, { auctions, random })
}

/** Throws unless a call was answered with 200, or refused by a limit. */
function answered({ status, failure }: { status: number; failure: { code?: string; message?: string } }): boolean {
  if (status === 200) return true
  if (failure.code?.endsWith('_limit_reached')) return false
  throw new Error(`${status} ${failure.message}`)
}

function drawOperation(account: Account, state: State): Operation {
  const { random, token, auctions } = account
  const { auctionId, day } = auctions[Math.floor(random() * auctions.length)]!
  const bid = state.bids.get(auctionId)
  const groupIds = [...state.groups.keys()]
  const groupId = groupIds[Math.floor(random() * groupIds.length)]
  const kind = random()
  const terms: Group = {
    wins: 1 + Math.floor(random() * 3),
    budgetCents: random() < 0.5 ? null : 2_000 + Math.floor(random() * 20_000),
  }
  const dollars = { mostWins: terms.wins, budget: terms.budgetCents === null ? null : terms.budgetCents / 100 }
  if (kind < 0.04 && groupIds.length < MOST_GROUPS)
    return {
      auctionId: null,
      isRegrouping: true,
      apply: (before, id) => withGroup(before, id, terms),
      async call() {
        const answer = await bidding.api.call(api.createBidGroup, { token, body: { name: 'Lamps', ...dollars } })
        return answered(answer) ? answer.body.data.group.id : null
      },
    }
  if (kind < 0.1 && groupId !== undefined)
    return {
      auctionId: null,
      isRegrouping: true,
      apply: (before) => withGroup(before, groupId, terms),
      async call() {
        const answer = await bidding.api.call(api.changeBidGroup, { token, params: { id: groupId }, body: dollars })
        return answered(answer) ? groupId : null
      },
    }
  if (bid && bid.groupId !== null && kind < 0.25) {
    const params = { id: bid.groupId, bidId: bid.id }
    return {
      auctionId,
      isRegrouping: true,
      apply: (before) => withBid(before, auctionId, { ...bid, groupId: null }),
      async call() {
        const answer = await bidding.api.call(api.removeGroupMember, { token, params, query: { members: 'keep' } })
        return answered(answer) ? bid.id : null
      },
    }
  }
  if (bid && kind < 0.4)
    return {
      auctionId,
      isRegrouping: false,
      apply: (before) => withBid(before, auctionId, null),
      async call() {
        return answered(await bidding.api.call(api.cancelBid, { token, params: { id: bid.id } })) ? bid.id : null
      },
    }
  if (bid && groupId !== undefined && bid.groupId !== groupId && kind < 0.6)
    return {
      auctionId,
      isRegrouping: true,
      apply: (before) => withBid(before, auctionId, { ...bid, groupId }),
      async call() {
        const body = { bidIds: [bid.id] }
        const answer = await bidding.api.call(api.addGroupMembers, { token, params: { id: groupId }, body })
        if (!answered(answer)) throw new Error('A limit has refused a group')
        return answer.body.data.refused.length === 0 ? bid.id : null
      },
    }
  const cents = 1_100 + Math.floor(random() * 12_000)
  const joins = bid ? bid.groupId : random() < 0.5 ? (groupId ?? null) : null
  return {
    auctionId,
    isRegrouping: false,
    apply: (before, id) => withBid(before, auctionId, { id, day, cents, groupId: joins }),
    async call() {
      const maxBid = cents / 100
      const body = { auctionId, maxBid, confirmMaxBid: maxBid, secondsBeforeEnd: 5 }
      const answer = await bidding.api.call(api.scheduleBid, {
        token,
        body: bid || joins === null ? body : { ...body, groupId: joins },
      })
      return answered(answer) ? answer.body.data.bid.id : null
    },
  }
}

/** Ends a group by itself: its bids stay as single ones where the limits have room for them, and else are cancelled. */
async function endGroup({ token, random }: Account, state: State): Promise<State> {
  const id = [...state.groups.keys()][0]
  if (id === undefined) return state
  const members = random() < 0.7 ? 'keep' : 'cancel'
  const answer = await bidding.api.call(api.deleteBidGroup, { token, params: { id }, query: { members } })
  const after = withGroup(state, id, null, members === 'keep')
  const isAccepted = answered(answer)
  expect(isAccepted).toBe(!isOver(state, after))
  return isAccepted ? after : state
}

type Done = { operation: Operation; id: number | null }

/** Up to four operations at once, no two on one auction, and where one regroups bids, on no other group. */
function drawBatch(account: Account, state: State, most: number): Operation[] {
  const batch: Operation[] = []
  const size = Math.min(most, 1 + Math.floor(account.random() * MOST_AT_ONCE))
  while (batch.length < size) {
    const operation = drawOperation(account, state)
    const clashes = batch.some(
      (other) => other.auctionId === operation.auctionId || (other.isRegrouping && operation.isRegrouping),
    )
    if (!clashes) batch.push(operation)
  }
  return batch
}

const applied = (state: State, done: readonly Done[]) =>
  done.reduce((now, { operation, id }) => (id === null ? now : operation.apply(now, id)), state)

/**
 * An accepted call fits beside the least that may have stood when it was made, and a refused one does not fit beside the most. Alone,
 * it is held to exactly what stood. What regroups bids beside other calls may have cost more and less on the way.
 */
function requireExplained(before: State, done: readonly Done[]) {
  if (done.length > 1 && done.some(({ operation }) => operation.isRegrouping)) return
  for (const { operation, id } of done) {
    const stood = done
      .filter((other) => other.operation !== operation)
      .reduce((now, other) => {
        const then = applied(now, [other])
        const isRaise = centsOn(then, other) > centsOn(now, other)
        return isRaise === (id === null) ? then : now
      }, before)
    const { auctionId } = operation
    expect([auctionId, isOver(stood, operation.apply(stood, id ?? 0))]).toEqual([auctionId, id === null])
  }
}

const centsOn = ({ bids }: State, { operation }: Done) => bids.get(operation.auctionId ?? '')?.cents ?? 0

async function readSums({ token }: Account, state: State) {
  const { data } = (await bidding.api.call(api.readExposure, { token })).body
  for (const span of SPANS)
    expect([span, committedCents(data, span.period, span.first)]).toEqual([span, costOf(state, span)])
}

test(`After ${OPERATIONS} random operations, several at once, what a day, a week and a month may cost is what their bids may cost`, async () => {
  const accounts = []
  for (let index = 0; index < ACCOUNTS; index++) accounts.push(await anAccount(20 + index))
  const counts = { accepted: 0, refused: 0 }
  await Promise.all(
    accounts.map(async (account) => {
      let state: State = { bids: new Map(), groups: new Map() }
      let left = OPERATIONS / ACCOUNTS
      for (let turn = 1; left > 0; turn++) {
        if (account.random() < 0.03) {
          state = await endGroup(account, state)
          left -= 1
          continue
        }
        const batch = drawBatch(account, state, left)
        const done = await Promise.all(batch.map(async (operation) => ({ operation, id: await operation.call() })))
        left -= batch.length
        requireExplained(state, done)
        const after = applied(state, done)
        expect(isOver(state, after)).toBe(false)
        state = after
        for (const { id } of done) counts[id === null ? 'refused' : 'accepted'] += 1
        if (turn % TURNS_PER_READING === 0 || left <= 0) await readSums(account, state)
      }
    }),
  )
  // Both answers come often.
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(OPERATIONS / 20)
})
