import type { NotStopped } from '@bidwell/contract'

/** The bids that a pause has not stopped, each with the reason; null when it has stopped all. */
export function listNotStopped(bids: readonly NotStopped[]) {
  if (bids.length === 0) return null
  return (
    <>
      <p>
        {bids.length === 1 ? 'One bid is' : `${bids.length} bids are`} not stopped. A bid that is locked in is sent. One
        that an engine holds without an answer may be.
      </p>
      <ul aria-label="Not stopped" className="mt-2 max-h-80 list-disc overflow-y-auto pl-5 wrap-anywhere">
        {bids.map(({ id, auction_id, title, because }) => (
          <li key={id}>
            Bid {id} on {auction_id} ({title}):{' '}
            {because === 'locked_in' ? 'locked in before' : 'held by an engine that has not answered yet'}
          </li>
        ))}
      </ul>
    </>
  )
}
