import * as z from 'zod'

import { between, normal, type Random, randomFrom } from '../random.ts'

const Milliseconds = z.number().min(0).max(600_000)

/** A fixed time, an even spread, or a bell curve; in ms. */
const Spread = z.union([
  Milliseconds,
  z.strictObject({ min: Milliseconds, max: Milliseconds }),
  z.strictObject({ mean: Milliseconds, deviation: Milliseconds }),
])
type Spread = z.infer<typeof Spread>

const target = {
  /** `ItemBid/PlaceBid` and the like; every call under `/api/` when absent. */
  endpoint: z.string().optional(),
  itemId: z.int().positive().optional(),
  userName: z.string().optional(),
  /** The share of calls that it strikes. */
  rate: z.number().min(0).max(1).default(1),
  /** Strikes so many times, then no more. */
  times: z.int().positive().optional(),
}

/** Whether the site has acted on the call by the time its answer goes wrong. */
const when = z.enum(['before', 'after']).default('before')

export const Fault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delay'), ...target, inMs: Spread.default(0), outMs: Spread.default(0) }),
  // Item detail shows the item as it was so long ago, while its `serverTime` is right.
  z.strictObject({ kind: z.literal('stale'), ...target, ageMs: Milliseconds }),
  z.strictObject({
    kind: z.literal('status'),
    ...target,
    when,
    status: z.int().min(400).max(599),
    retryAfterSeconds: z.int().min(0).optional(),
  }),
  z.strictObject({ kind: z.literal('unauthorized'), ...target, when }),
  z.strictObject({ kind: z.literal('html'), ...target, when }),
  z.strictObject({ kind: z.literal('hang'), ...target, when }),
  z.strictObject({ kind: z.literal('cut'), ...target, when }),
  z.strictObject({ kind: z.literal('truncated'), ...target }),
  z.strictObject({ kind: z.literal('garbage'), ...target }),
  z.strictObject({
    kind: z.literal('oversized'),
    ...target,
    bytes: z
      .int()
      .min(1)
      .max(2 ** 28)
      .default(2 ** 24),
  }),
  z.strictObject({ kind: z.literal('trickle'), ...target, bytesPerSecond: z.int().min(1).max(1_000).default(10) }),
])
export type Fault = z.infer<typeof Fault>

export type Spoil = Exclude<Fault, { kind: 'delay' | 'stale' }>

/** What goes wrong with one call: latency each way, old news, and at most one spoilt answer. */
export type Misfortune = { inMs: number; outMs: number; staleMs: number; spoil: Spoil | null }

type Aim = { endpoint: string; itemId: number | undefined; userName: string | undefined }

export type Faults = ReturnType<typeof createFaults>

export function createFaults(seed: number) {
  const random = randomFrom('faults', seed)
  let faults: Fault[] = []

  /** Whether it strikes this call; counts down its `times`. */
  function strikes(fault: Fault, aim: Aim) {
    if (fault.endpoint !== undefined && fault.endpoint.toLowerCase() !== aim.endpoint.toLowerCase()) return false
    if (fault.itemId !== undefined && fault.itemId !== aim.itemId) return false
    if (fault.userName !== undefined && fault.userName.toLowerCase() !== aim.userName?.toLowerCase()) return false
    if (fault.times === 0 || random() >= fault.rate) return false
    if (fault.times !== undefined) fault.times -= 1
    return true
  }

  return {
    set(next: Fault[]) {
      faults = next
    },
    add(fault: Fault) {
      faults = [...faults, fault]
    },
    list: () => structuredClone(faults),
    /** Draws what happens to a call. */
    draw(aim: Aim): Misfortune {
      const misfortune: Misfortune = { inMs: 0, outMs: 0, staleMs: 0, spoil: null }
      for (const fault of faults) {
        const spoils = fault.kind !== 'delay' && fault.kind !== 'stale'
        if ((spoils && misfortune.spoil !== null) || !strikes(fault, aim)) continue
        if (spoils) misfortune.spoil = fault
        else if (fault.kind === 'stale') misfortune.staleMs = fault.ageMs
        else {
          misfortune.inMs += sample(random, fault.inMs)
          misfortune.outMs += sample(random, fault.outMs)
        }
      }
      return misfortune
    },
  }
}

function sample(random: Random, spread: Spread) {
  if (typeof spread === 'number') return spread
  if ('min' in spread) return between(random, spread.min, spread.max)
  return Math.max(0, normal(random, spread.mean, spread.deviation))
}
