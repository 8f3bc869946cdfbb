import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../api/api-error.ts'
import { useWhen } from '../time/use-when.ts'
import { ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/cards/Section.tsx'
import { Skeleton } from '../ui/loading/placeholders.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import { listNotStopped } from './list-not-stopped.tsx'
import { type Overview, pauseMutation, pauseReachQuery } from './overview-queries.ts'

type State = Overview['pause']['state']

const SAYS: Readonly<Record<State, string>> = {
  off: 'Bidding is not paused.',
  no_new: 'New bids are held back. Those that an engine held before are sent.',
  all: "Everybody's bids are paused.",
}
const TEXTS: Readonly<Record<State, { label: string; title: string; text: string; done: string }>> = {
  all: {
    label: 'Pause all bids',
    title: "Pause everybody's bids?",
    text: 'No bid is sent until you resume, except those that are locked in for their last second. Bids whose auctions close meanwhile are missed.',
    done: "Everybody's bids are paused",
  },
  no_new: {
    label: 'Hold back new bids',
    title: 'Hold back new bids?',
    text: 'Bids that an engine holds now, for the next minutes, are sent. All others wait until you resume, and are missed if their auctions close meanwhile.',
    done: 'New bids are held back',
  },
  off: {
    label: 'Resume bidding',
    title: 'Resume bidding?',
    text: 'Bids are sent as scheduled again. One whose time has passed goes out at once, if its auction is still open.',
    done: 'Bidding goes on',
  },
}

/** Whether bidding is paused for all, and the ways to change that. */
export function PauseForAll({ pause: { state, reason, since } }: { pause: Overview['pause'] }) {
  const [asked, setAsked] = useState<State | null>(null)
  const when = useWhen()
  const others = (['all', 'no_new', 'off'] as const).filter((each) => each !== state)
  return (
    <Section title="Bidding of all users" text={SAYS[state]}>
      {state !== 'off' && (
        <p className="text-small text-ink-2 wrap-anywhere">
          {since !== null && `Since ${when(since)}. `}Every user reads: {reason ?? 'no reason'}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {others.map((each) => (
          <Button key={each} onClick={() => setAsked(each)}>
            {TEXTS[each].label}
          </Button>
        ))}
      </div>
      {asked !== null && <PauseDialog state={asked} onClose={() => setAsked(null)} />}
    </Section>
  )
}

function PauseDialog({ state, onClose }: { state: State; onClose: () => void }) {
  const { mutateAsync } = useMutation(pauseMutation)
  const { label, title, text, done } = TEXTS[state]
  return (
    <ActionDialog
      title={title}
      confirm={label}
      hint={state === 'off' ? 'It stands in the log of your actions.' : 'Every user reads it.'}
      variant={state === 'off' ? 'primary' : 'danger'}
      act={(reason) => mutateAsync({ state, reason })}
      done={done}
      leftOf={({ not_stopped }) => listNotStopped(not_stopped)}
      onClose={onClose}
    >
      <p>{text}</p>
      <Reach />
    </ActionDialog>
  )
}

/** How many bids it concerns, and which are not stopped any more. */
function Reach() {
  const reach = useQuery(pauseReachQuery)
  if (reach.isPending) return <Skeleton className="mt-2 h-6" />
  if (reach.isError) return <ErrorBanner title={messageOf(reach.error)} />
  const { due, locked_in: lockedIn } = reach.data
  return (
    <>
      <p className="mt-2 font-semibold">
        {due === 1 ? '1 bid is' : `${due} bids are`} due within the next hour;{' '}
        {lockedIn.length === 0 ? 'none of them is locked in.' : `${lockedIn.length} locked in, and sent in any case:`}
      </p>
      {lockedIn.length > 0 && (
        <ul aria-label="Locked in" className="list-disc pl-5 wrap-anywhere">
          {lockedIn.map(({ id, auction_id, title }) => (
            <li key={id}>
              Bid {id} on {auction_id}: {title}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
