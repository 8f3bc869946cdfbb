import { messages, type WaitingRef } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useOnline } from '../../api/use-online.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDollars } from '../../ui/money.ts'
import { whyOffline } from '../bid-rules.ts'
import { dropMutation, keepMutation } from './waiting-queries.ts'

type WaitingAnswersProps = { waiting: WaitingRef; title: string; maxBid: number }

/** The two answers to a bid that waits. */
export function WaitingAnswers({ waiting, title, maxBid }: WaitingAnswersProps) {
  const keep = useMutation(keepMutation)
  const drop = useMutation(dropMutation)
  const whyNot = whyOffline(useOnline())
  const keepLabel = messages.waiting.keep[waiting.kind](formatDollars(maxBid))
  const dropLabel = messages.waiting.drop[waiting.kind]
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="dense"
        variant="primary"
        aria-label={`${keepLabel}: ${title}`}
        busy={keep.isPending}
        whyNot={whyNot}
        onClick={() => keep.mutate([waiting])}
      >
        {keepLabel}
      </Button>
      <Button
        size="dense"
        aria-label={`${dropLabel}: ${title}`}
        busy={drop.isPending}
        whyNot={whyNot}
        onClick={() => drop.mutate(waiting)}
      >
        {dropLabel}
      </Button>
    </div>
  )
}
