import { type Bid, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { useOnline } from '../../api/use-online.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { toastError } from '../../ui/overlays/toasts.tsx'
import { cancelMutation, keepMutation } from '../bid-queries.ts'
import { whyOffline } from '../bid-rules.ts'

type RestoredAnswersProps = {
  bids: readonly { id: number; title: string }[]
  whyNot: string | null
  /** In place of cancelling at once. */
  onCancel?: () => void
}

/** Keeps restored bids, or cancels the only one. */
export function RestoredAnswers({ bids, whyNot, onCancel }: RestoredAnswersProps) {
  const keep = useMutation(keepMutation)
  const cancel = useMutation(cancelMutation)
  const [first, ...others] = bids
  if (!first) return null
  const isOne = others.length === 0
  const cancelFirst = () => cancel.mutate(first.id, { onError: (error) => toastError(messageOf(error)) })
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        size="dense"
        variant="primary"
        aria-label={isOne ? `${messages.restored.keep}: ${first.title}` : undefined}
        busy={keep.isPending}
        whyNot={whyNot}
        onClick={() => keep.mutate(bids.map(({ id }) => id))}
      >
        {isOne ? messages.restored.keep : messages.restored.keepAll(bids.length)}
      </Button>
      {isOne && (
        <Button
          size="dense"
          aria-label={`${messages.restored.cancel}: ${first.title}`}
          busy={cancel.isPending}
          whyNot={whyNot}
          onClick={onCancel ?? cancelFirst}
        >
          {messages.restored.cancel}
        </Button>
      )}
    </span>
  )
}

type RestoredQuestionProps = { bid: Bid; question: string; className?: string; onCancel: () => void }

/** Asks the owner of a restored bid whether to send it. */
export const RestoredQuestion = ({ bid, question, className, onCancel }: RestoredQuestionProps) => (
  <div className={classNames('flex flex-wrap items-center justify-between gap-x-3 gap-y-2', className)}>
    <p className="min-w-0 flex-1 basis-64 text-ink">{question}</p>
    <div className="relative z-1">
      <RestoredAnswers bids={[bid]} whyNot={whyOffline(useOnline())} onCancel={onCancel} />
    </div>
  </div>
)
