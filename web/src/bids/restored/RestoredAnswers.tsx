import { messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { toastError } from '../../ui/overlays/toasts.tsx'
import { cancelMutation, keepMutation } from '../bid-queries.ts'

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
