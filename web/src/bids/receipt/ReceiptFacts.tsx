import type { ReceiptLine } from './receipt-lines.ts'

/** Names and values; on phones the values are aligned right, and a short name stays on one line. */
export const ReceiptFacts = ({ lines }: { lines: readonly ReceiptLine[] }) => (
  <dl className="grid grid-cols-[minmax(7rem,1fr)_auto] gap-x-4 gap-y-1.5 tabular sm:grid-cols-[auto_auto_1fr] sm:gap-x-6">
    {lines.map(({ name, value, viewerTime }) => (
      <div key={name} className="contents">
        <dt className="text-ink-2">{name}</dt>
        <dd className="text-right sm:col-span-2 sm:grid sm:grid-cols-subgrid sm:text-left">
          <span className={viewerTime === undefined ? 'font-semibold sm:col-span-2' : 'font-semibold'}>{value}</span>
          {viewerTime !== undefined && <span className="block text-small text-ink-2 sm:leading-6">{viewerTime}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
