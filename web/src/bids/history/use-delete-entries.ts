import { deleteFailure, type HistoryEntry, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { toastError, toastUndo } from '../../ui/overlays/toasts.tsx'
import { deleteMutation } from './history-queries.ts'

/**
 * Hides deleted entries at once, and deletes them at the server when the undo has expired: the server cannot restore
 * them. `hidden` has their keys.
 */
export function useDeleteEntries() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const { mutateAsync: deleteAtServer } = useMutation(deleteMutation)

  const unhide = (entries: readonly HistoryEntry[]) => {
    const keys = new Set(entries.map(({ key }) => key))
    setHidden((earlier) => new Set([...earlier].filter((key) => !keys.has(key))))
  }

  async function finish(entries: readonly HistoryEntry[]) {
    const bids = entries.flatMap(({ bid }) => bid?.id ?? [])
    const auctions = entries.flatMap(({ bid, trackedAuctionId }) => (bid ? [] : trackedAuctionId))
    try {
      const { refused } = await deleteAtServer({ bidIds: bids, auctionIds: auctions })
      for (const { message } of refused) toastError(deleteFailure(message))
      const keys = new Set(refused.map(({ kind, id }) => `${kind}-${id}`))
      unhide(entries.filter(({ key }) => keys.has(key)))
    } catch (error) {
      toastError(deleteFailure(messageOf(error)))
      unhide(entries)
    }
  }

  const deleteEntries = (entries: readonly HistoryEntry[]) => {
    setHidden((earlier) => new Set([...earlier, ...entries.map(({ key }) => key)]))
    toastUndo(deletedText(entries), { undo: () => unhide(entries), onSettled: () => void finish(entries) })
  }
  return { hidden, deleteEntries }
}

function deletedText(entries: readonly HistoryEntry[]): string {
  const [only, ...others] = entries
  if (others.length > 0) return messages.history.deletedMany(entries.length)
  return messages.history.deletedOne(only?.bid ? 'bid' : 'auction')
}
