import { TOAST } from '@bidwell/contract'
import { deviceClock } from '../../time/device-clock.ts'
import { toastContent } from '../../ui/overlays/toasts.tsx'
import type { BidToast } from './bid-toast.ts'
import { BidToastContent, type ItemOf, MergedToastContent } from './BidToastContent.tsx'
import { MERGE_MS, mergeToasts } from './merge-toasts.ts'
import { resultKindOf } from './result-kind.ts'

type Batch = { id: string; toasts: readonly BidToast[]; mergeUntil: number }
type Group = 'placed' | 'results'

const batches = new Map<Group, Batch>()
let lastId = 0

type Deps = { itemOf: ItemOf; navigate: (to: string) => unknown }

/** Shows a toast for each bid. One that follows another within five seconds joins it: placed bids, and results. */
export function showBidToasts(toasts: readonly BidToast[], deps: Deps) {
  const byGroup = Map.groupBy(toasts, ({ bid }): Group => (resultKindOf(bid) === null ? 'placed' : 'results'))
  for (const [group, ofGroup] of byGroup) show(group, ofGroup, deps)
}

function show(group: Group, toasts: readonly BidToast[], { itemOf, navigate }: Deps) {
  const now = deviceClock.monotonic()
  const earlier = batches.get(group)
  const open = earlier !== undefined && now < earlier.mergeUntil ? earlier : { id: `bids-${(lastId += 1)}`, toasts: [] }
  const batch = { id: open.id, toasts: [...open.toasts, ...toasts], mergeUntil: now + MERGE_MS }
  batches.set(group, batch)

  const [only, ...others] = batch.toasts
  if (only === undefined) return
  const merged = others.length === 0 ? null : mergeToasts(batch.toasts)
  const { kind, heading } = merged ?? only
  toastContent({
    id: batch.id,
    kind,
    label: heading,
    closeMs: closeMsOf(kind, group),
    content: merged ? (
      <MergedToastContent toast={merged} bids={batch.toasts.map(({ bid }) => bid)} {...{ itemOf, navigate }} />
    ) : (
      <BidToastContent toast={only} {...{ itemOf, navigate }} />
    ),
  })
}

/** A failed bid stays until the user has dismissed it; a result stays longer than what needs no action. */
function closeMsOf(kind: BidToast['kind'], group: Group): number | false {
  if (kind === 'error') return false
  return group === 'placed' ? TOAST.closeMs : TOAST.resultCloseMs
}
