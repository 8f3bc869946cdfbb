import type { RefusedBid } from './bulk-change.ts'

/** The bids that a change does not reach, each with its reason. */
export const RefusedBids = ({ title, bids }: { title: string; bids: readonly RefusedBid[] }) => (
  <div aria-live="polite" className="rounded-card bg-danger-tint p-3 text-small">
    <table className="w-full text-left">
      <caption className="pb-1 text-left font-semibold text-danger">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {bids.map(({ id, title: item, reason }) => (
          <tr key={id} className="align-top">
            <th scope="row" className="w-2/5 py-1 pr-3 font-semibold wrap-anywhere">
              {item}
            </th>
            <td className="py-1 wrap-anywhere">{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
