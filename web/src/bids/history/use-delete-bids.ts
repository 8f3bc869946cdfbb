import { deleteFailure } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { toastError, toastUndo } from '../../ui/toasts/toasts.tsx'
import { deleteMutation } from '../bid-queries.ts'

/**
 * Deleting from the history is final at the server, so it is held back while it can still be undone: until then the
 * rows are only out of sight.
 */
export function useDeleteBids() {
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const { mutateAsync: forgetBids } = useMutation(deleteMutation)

  const bringBack = (ids: readonly number[]) => setHidden((was) => new Set([...was].filter((id) => !ids.includes(id))))

  async function makeFinal(ids: number[]) {
    try {
      const { refused } = await forgetBids(ids)
      for (const { message } of refused) toastError(deleteFailure(message))
      bringBack(refused.map(({ id }) => id))
    } catch (error) {
      toastError(deleteFailure(messageOf(error)))
      bringBack(ids)
    }
  }

  const forget = (ids: number[]) => {
    setHidden((was) => new Set([...was, ...ids]))
    toastUndo(ids.length === 1 ? 'Bid deleted from your history.' : `${ids.length} bids deleted from your history.`, {
      undo: () => bringBack(ids),
      onSettled: () => void makeFinal(ids),
    })
  }
  return { hidden, forget }
}
