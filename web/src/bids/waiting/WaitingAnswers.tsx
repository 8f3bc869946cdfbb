import { type AnsweredBids, messages, type WaitingRef } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useOnline } from '../../api/use-online.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDollars } from '../../ui/money.ts'
import { whyOffline } from '../bid-rules.ts'
import { dropMutation, keepMutation } from './waiting-queries.ts'

type WaitingAnswersProps = {
  waiting: WaitingRef
  title: string
  maxBid: number
  /** A list has just moved it here: a tap is meant for the one that stood here before. */
  isMoving?: boolean
}

/** The two answers to a bid that waits. Once one is taken, neither is given again while the question is still shown. */
export function WaitingAnswers({ waiting, title, maxBid, isMoving = false }: WaitingAnswersProps) {
  const keep = useMutation(keepMutation)
  const drop = useMutation(dropMutation)
  const isKeeping = keep.isPending || isTaken(keep.data)
  const isDropping = drop.isPending || isTaken(drop.data)
  const whyNot = whyOffline(useOnline()) ?? (isMoving || isKeeping || isDropping ? messages.waiting.oneAnswer : null)
  const keepLabel = messages.waiting.keep[waiting.kind](formatDollars(maxBid))
  const dropLabel = messages.waiting.drop[waiting.kind]
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="dense"
        variant="primary"
        aria-label={`${keepLabel}: ${title}`}
        busy={isKeeping}
        whyNot={whyNot}
        onClick={() => keep.mutate([waiting])}
      >
        {keepLabel}
      </Button>
      <Button
        size="dense"
        aria-label={`${dropLabel}: ${title}`}
        busy={isDropping}
        whyNot={whyNot}
        onClick={() => drop.mutate(waiting)}
      >
        {dropLabel}
      </Button>
    </div>
  )
}

const isTaken = (answered: AnsweredBids | undefined): boolean => answered?.refused.length === 0
