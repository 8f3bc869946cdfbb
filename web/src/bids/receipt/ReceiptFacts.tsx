import type { ReceiptLine } from './receipt-lines.ts'

/** Names and figures; on phones the figures are at the right edge, one under another. */
export const ReceiptFacts = ({ lines }: { lines: readonly ReceiptLine[] }) => (
  <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 tabular sm:grid-cols-[auto_auto_1fr] sm:gap-x-6">
    {lines.map(({ name, says, own }) => (
      <div key={name} className="contents">
        <dt className="text-ink-2">{name}</dt>
        <dd className="text-right sm:col-span-2 sm:grid sm:grid-cols-subgrid sm:text-left">
          <span className={own === undefined ? 'font-semibold sm:col-span-2' : 'font-semibold'}>{says}</span>
          {own !== undefined && <span className="block text-small text-ink-2 sm:leading-6">{own}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
