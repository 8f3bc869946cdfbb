import type { BidEventDetail } from '../src/bids/log/bid-event.ts'
import { beginOutage } from './faults/begin-outage.ts'
import type { BidCallOutcome } from './faults/call-outcomes.ts'
import { requestChange } from './faults/owner-requests.ts'
import type { Change, ModelBid } from './store/model-database.ts'
import { removeLogin, replaceLogin } from './world/change-login.ts'
import { addSnipe, type NewSnipe, openWorld, type Options } from './world/open-world.ts'
import type { Service } from './world/outages.ts'
import { aliveIn } from './world/processes.ts'
import { killEngine, notifyEngines, startEngine } from './world/start-engine.ts'
import type { RunningProcess } from './world/world.ts'

export const MINUTE = 60_000

type StoryOptions = Omit<NewSnipe, 'endsInMs'> & Pick<Options, 'statusLagMs' | 'deathIsSeen' | 'equalRebid'>

/** One engine and one snipe that ends in two minutes, in a world without faults other than those of the story. */
export function aStory(options: StoryOptions = {}) {
  const it = openStory({ seed: 7, ...options })
  const { item, bid } = it.snipe({ ...options, endsInMs: 2 * MINUTE })
  const to = (ms: number) => it.time.runTo(ms)
  return {
    it,
    item,
    bid,
    firesAt: 2 * MINUTE - bid.leadMs,
    first: it.start('east'),
    to,
    toTheEnd: () => to(3 * MINUTE),
  }
}

export type Story = ReturnType<typeof openStory>

/** A world with the steps that stories take in it. */
export function openStory(options: Options) {
  const world = openWorld(options)
  return {
    ...world,
    snipe: (snipe?: NewSnipe) => addSnipe(world, snipe),
    start: (machine: string, unfitReason?: string) => startEngine(world, machine, unfitReason),
    alive: () => aliveIn(world),
    kill: (running: RunningProcess) => killEngine(world, running),
    lose: (service: Service, ms: number) => beginOutage(world, service, ms),
    requestChange: ({ bidId }: ModelBid, change: Change) => requestChange(world, bidId, change),
    removeLogin: ({ accountId }: ModelBid) => removeLogin(world, accountId),
    replaceLogin: ({ accountId }: ModelBid) => replaceLogin(world, accountId),
    notifyEngines: () => notifyEngines(world),
  }
}

export const kindsOf = (bid: ModelBid) => [...bid.events.values()].map(({ detail }) => detail.kind)
export const last = (bid: ModelBid): BidEventDetail | undefined => [...bid.events.values()].at(-1)?.detail
export const always = (kind: BidCallOutcome['kind']) => () => ({ kind, outMs: 40, backMs: 40 })
export const first =
  (kind: BidCallOutcome['kind'], { backMs = 40 } = {}) =>
  (attempt: number): BidCallOutcome =>
    attempt === 1 ? { kind, outMs: 40, backMs } : { kind: 'fine', outMs: 40, backMs: 40 }
export const rivalBids = ({ site }: Story, amountCents: number) => site.place('rival', '1', amountCents)
