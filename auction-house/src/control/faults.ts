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
  /** Such as `ItemBid/PlaceBid`. Without it, the fault applies to every call under `/api/`. */
  endpoint: z.string().optional(),
  itemId: z.int().positive().optional(),
  userName: z.string().optional(),
  /** The share of matching calls to which the fault applies. */
  rate: z.number().min(0).max(1).default(1),
  /** How often the fault applies before it stops. */
  times: z.int().positive().optional(),
}

/** Whether the fault happens before or after the site acts on the call. */
const when = z.enum(['before', 'after']).default('before')

export const Fault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delay'), ...target, inMs: Spread.default(0), outMs: Spread.default(0) }),
  // Item pages and lists show items as they were `lagMs` ago, with the present `serverTime`.
  z.strictObject({ kind: z.literal('page_lag'), ...target, lagMs: Milliseconds }),
  // Once an item has closed, item detail and favorites no longer show who leads it. Open orders still do.
  z.strictObject({ kind: z.literal('leads_until_close'), ...target }),
  // Item detail shows another item, as a cache that mixes up its entries does.
  z.strictObject({ kind: z.literal('other_item'), ...target, showsItemId: z.int().positive() }),
  // Item detail says that an open item is closed.
  z.strictObject({ kind: z.literal('false_close'), ...target }),
  // A sign-in invalidates the earlier tokens of its account.
  z.strictObject({ kind: z.literal('one_session'), ...target }),
  z.strictObject({
    kind: z.literal('status'),
    ...target,
    when,
    status: z.int().min(400).max(599),
    retryAfterSeconds: z.int().min(0).optional(),
  }),
  z.strictObject({ kind: z.literal('unauthorized'), ...target, when }),
  // Refuses with a code and a message of its own.
  z.strictObject({ kind: z.literal('refusal'), ...target, when, message: z.string() }),
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
  // `remainingTime` has no space: `1m46s`.
  z.strictObject({ kind: z.literal('tight_time'), ...target }),
  // A list without rows is answered with `status: false`.
  z.strictObject({ kind: z.literal('refused_when_empty'), ...target }),
  // A page of the search has a first row without its number, its last row twice, or a count that is not true.
  z.strictObject({
    kind: z.literal('odd_rows'),
    ...target,
    withoutId: z.boolean().default(false),
    twice: z.boolean().default(false),
    count: z.int().nonnegative().optional(),
  }),
  // The `Date` header of the answer is so old, as from a cache.
  z.strictObject({ kind: z.literal('old_date'), ...target, ageMs: z.number().min(0).max(86_400_000) }),
  z.strictObject({ kind: z.literal('trickle'), ...target, bytesPerSecond: z.int().min(1).max(1_000).default(10) }),
])
export type Fault = z.infer<typeof Fault>

/** A fault of what pages show of an item. */
export type DisplayFault = Extract<Fault, { kind: 'page_lag' | 'leads_until_close' | 'other_item' | 'false_close' }>

type SessionFault = Extract<Fault, { kind: 'one_session' }>

export type ResponseFault = Exclude<Fault, { kind: 'delay' } | DisplayFault | SessionFault>

/** The faults of one call: latency each way, what it shows wrongly, and at most one fault of the response. */
export type DrawnFaults = {
  inMs: number
  outMs: number
  displayFaults: DisplayFault[]
  responseFault: ResponseFault | null
}

type FaultedCall = { endpoint: string; itemId: number | undefined; userName: string | undefined }

export type Faults = ReturnType<typeof createFaults>

export function createFaults(seed: number) {
  const random = randomFrom('faults', seed)
  let faults: Fault[] = []

  /** Whether the fault applies to a call. Counts down its `times`. */
  function applies(fault: Fault, call: FaultedCall) {
    if (fault.endpoint !== undefined && fault.endpoint.toLowerCase() !== call.endpoint.toLowerCase()) return false
    if (fault.itemId !== undefined && fault.itemId !== call.itemId && !(isDisplayFault(fault) && isList(call)))
      return false
    if (fault.userName !== undefined && fault.userName.toLowerCase() !== call.userName?.toLowerCase()) return false
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
    /** Draws the faults of a call. */
    draw(call: FaultedCall): DrawnFaults {
      const drawn: DrawnFaults = { inMs: 0, outMs: 0, displayFaults: [], responseFault: null }
      for (const fault of faults) {
        if (fault.kind === 'one_session' || (isResponseFault(fault) && drawn.responseFault !== null)) continue
        if (!applies(fault, call)) continue
        if (isResponseFault(fault)) drawn.responseFault = fault
        else if (isDisplayFault(fault)) drawn.displayFaults.push(fault)
        else {
          drawn.inMs += sample(random, fault.inMs)
          drawn.outMs += sample(random, fault.outMs)
        }
      }
      return drawn
    },
    /** Whether this sign-in invalidates the earlier tokens of its account. */
    drawOneSession: (signIn: FaultedCall) =>
      faults.some((fault) => fault.kind === 'one_session' && applies(fault, signIn)),
  }
}

const DISPLAY_FAULTS: ReadonlySet<Fault['kind']> = new Set<DisplayFault['kind']>([
  'page_lag',
  'leads_until_close',
  'other_item',
  'false_close',
])
const isDisplayFault = (fault: Fault): fault is DisplayFault => DISPLAY_FAULTS.has(fault.kind)

const isResponseFault = (fault: Fault): fault is ResponseFault =>
  fault.kind !== 'delay' && fault.kind !== 'one_session' && !isDisplayFault(fault)

/** A list may show any item. A display fault of one item changes only that item's row. */
const isList = ({ itemId }: FaultedCall) => itemId === undefined

function sample(random: Random, spread: Spread) {
  if (typeof spread === 'number') return spread
  if ('min' in spread) return between(random, spread.min, spread.max)
  return Math.max(0, normal(random, spread.mean, spread.deviation))
}
