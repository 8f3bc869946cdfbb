import { TOAST } from '@bidwell/contract'
import { deviceClock } from '../../time/device-clock.ts'
import { dismiss, toastContent } from '../../ui/overlays/toasts.tsx'
import type { BidToast } from './bid-toast.ts'
import { BidToastContent, type ItemOf, MergedToastContent } from './BidToastContent.tsx'
import { addToasts, mergeToasts } from './merge-toasts.ts'
import { resultKindOf } from './result-kind.ts'

type Group = 'placed' | 'results'

const standing = new Map<Group, ReturnType<typeof addToasts>['stands']>()

type Deps = { itemOf: ItemOf; navigate: (to: string) => unknown }

/** Shows a toast for each bid, or one for many: placed bids, and results. */
export function showBidToasts(toasts: readonly BidToast[], deps: Deps) {
  const byGroup = Map.groupBy(toasts, ({ bid }): Group => (resultKindOf(bid) === null ? 'placed' : 'results'))
  for (const [group, ofGroup] of byGroup) show(group, ofGroup, deps)
}

function show(group: Group, added: readonly BidToast[], deps: Deps) {
  const now = deviceClock.monotonic()
  const { stands, gone } = addToasts(standing.get(group) ?? [], added, now)
  standing.set(group, stands)
  for (const id of gone) dismiss(id)
  for (const { id, toasts, at } of stands) if (at === now) showOne(id, toasts, group, deps)
}

function showOne(id: string, toasts: readonly BidToast[], group: Group, { itemOf, navigate }: Deps) {
  const [only, ...others] = toasts
  if (only === undefined) return
  const merged = others.length === 0 ? null : mergeToasts(toasts)
  const { kind, heading } = merged ?? only
  toastContent({
    id,
    kind,
    label: heading,
    closeMs: closeMsOf(kind, group),
    content: merged ? (
      <MergedToastContent toast={merged} bids={toasts.map(({ bid }) => bid)} {...{ itemOf, navigate }} />
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
