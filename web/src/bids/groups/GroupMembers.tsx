import { messages } from '@bidwell/contract'
import { type ReactNode, useRef } from 'react'
import { siteClock } from '../../time/site-clock.ts'
import { briefInBothZones } from '../../time/zoned-times.ts'
import { Button } from '../../ui/Button.tsx'
import { KeepFocus } from '../../ui/KeepFocus.tsx'
import { announce } from '../../ui/screen-readers.tsx'
import { type Ordered, type Wait, waitsOf, withFirst } from './group-order.ts'

type GroupMembersProps<M extends Ordered> = {
  /** In the order of their bids. */
  order: readonly M[]
  /** How many bids may be out at one time; null where the list is not the whole group, so that nothing is said of its order. */
  wins: number | null
  /** Receives the keys in their new order. */
  onOrder: (keys: number[]) => void
  /** Stands at the right of a row. */
  renderMax: (member: M) => ReactNode
  /** Stands below a row. */
  renderBelow?: (member: M) => ReactNode
}

/** The auctions of a group: when each closes, and what becomes of its bid while the one before has no result. */
export function GroupMembers<M extends Ordered>({
  order,
  wins,
  onOrder,
  renderMax,
  renderBelow,
}: GroupMembersProps<M>) {
  const list = useRef<HTMLOListElement>(null)
  const waits = wins === null ? [] : waitsOf(order, wins)
  return (
    <KeepFocus label={messages.bidGroup.auctions}>
      <ol ref={list} className="flex flex-col">
        {order.map((member, place) => (
          <li
            key={member.key}
            tabIndex={-1}
            className="grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-x-3 gap-y-1 border-t border-line py-3 first:border-0"
          >
            <div className="min-w-0">
              <p className="line-clamp-2 font-semibold break-words">{member.title}</p>
              <p className="text-small text-ink-2 tabular">
                {timingOf(member, waits[place] ?? null, wins !== null && place > 0)}
              </p>
            </div>
            {renderMax(member)}
            <div className="col-span-full flex flex-wrap items-start gap-2 empty:hidden">
              {isHeldUp(waits[place]) && waits[place]?.canGoFirst && (
                <Button
                  size="dense"
                  aria-label={`${messages.bidGroup.bidFirst}: ${member.title}`}
                  onClick={() => putFirst(member)}
                >
                  {messages.bidGroup.bidFirst}
                </Button>
              )}
              {renderBelow?.(member)}
            </div>
          </li>
        ))}
      </ol>
    </KeepFocus>
  )

  function putFirst({ key, title }: M) {
    const keys = withFirst(order, key)
    onOrder(keys)
    announce(messages.bidGroup.nowFirst(title))
    // The button has gone: the row that has moved receives the focus.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>(':scope > li')[keys.indexOf(key)]?.focus())
  }
}

const isHeldUp = (wait: Wait | null | undefined): boolean =>
  wait !== null && wait !== undefined && wait.relation !== 'in_order'

function timingOf({ endsAt }: Ordered, wait: Wait | null, isAfterOthers: boolean): string {
  if (wait === null || wait.relation === 'in_order') {
    const closes = messages.bidGroup.closes(briefInBothZones(endsAt, siteClock.now()))
    return isAfterOthers ? `${closes} · ${messages.bidGroup.inOrder}` : closes
  }
  const which = wait.isAbove ? messages.bidGroup.above : wait.for.title
  const consequence = wait.relation === 'overlap' ? messages.bidGroup.overlap : messages.bidGroup.mayFireLate
  return `${messages.bidGroup.closesAfter(wait.closesAfterS, which)} ${consequence}`
}
