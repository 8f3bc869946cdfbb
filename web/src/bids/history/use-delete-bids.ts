import { deleteFailure } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { toastError, toastUndo } from '../../ui/toasts/toasts.tsx'
import { deleteMutation } from '../bid-queries.ts'

/**
 * Hides deleted bids at once, and deletes them at the server when the undo has expired: the server cannot restore
 * them.
 */
export function useDeleteBids() {
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const { mutateAsync: deleteAtServer } = useMutation(deleteMutation)

  const unhide = (ids: readonly number[]) =>
    setHidden((earlier) => new Set([...earlier].filter((id) => !ids.includes(id))))

  async function finish(ids: number[]) {
    try {
      const { refused } = await deleteAtServer(ids)
      for (const { message } of refused) toastError(deleteFailure(message))
      unhide(refused.map(({ id }) => id))
    } catch (error) {
      toastError(deleteFailure(messageOf(error)))
      unhide(ids)
    }
  }

  const deleteBids = (ids: number[]) => {
    setHidden((earlier) => new Set([...earlier, ...ids]))
    toastUndo(ids.length === 1 ? 'Bid deleted from your history.' : `${ids.length} bids deleted from your history.`, {
      undo: () => unhide(ids),
      onSettled: () => void finish(ids),
    })
  }
  return { hidden, deleteBids }
}
