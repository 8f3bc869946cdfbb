import { BID, formatCents } from '@bidwell/contract'
import { Button } from '../ui/Button.tsx'
import { VisuallyHidden } from '../ui/screen-readers.tsx'
import { describeOutcome, secondsText } from './describe-close.ts'
import { leastWinningMax, type Setting, simulateClose } from './simulate-close.ts'

const LEADS = [1, 3, 5, 7, 10, 15, 30, 60, 120]

/** The same auction with other leads, and the least maximum that wins it with each. */
export function LeadTable({ setting, onChoose }: { setting: Setting; onChoose: (lead: string) => void }) {
  const rows = LEADS.map((seconds) => {
    const tried = { ...setting, own: { ...setting.own, leadMs: seconds * 1_000 } }
    return { seconds, close: simulateClose(tried), least: leastWinningMax(tried, BID.maxAmountDollars * 100) }
  })
  return (
    <section aria-label="Other timings" className="flex flex-col gap-2">
      <h2 className="text-lead font-semibold">The same auction with other timings</h2>
      <div className="overflow-x-auto rounded-card border border-line bg-surface">
        <table className="w-full text-left text-small">
          <thead className="text-ink-2">
            <tr>
              <th className="px-3 py-2 font-semibold">Lead</th>
              <th className="px-3 py-2 font-semibold">With your max</th>
              <th className="px-3 py-2 text-right font-semibold">Least max that wins</th>
              <th className="px-3 py-2">
                <VisuallyHidden>Choose</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody className="tabular">
            {rows.map(({ seconds, close, least }) => (
              <tr key={seconds} className="border-t border-line">
                <th scope="row" className="px-3 py-1 font-semibold whitespace-nowrap">
                  {secondsText(seconds * 1_000)}
                </th>
                <td className="px-3 py-1">{describeOutcome(close)}</td>
                <td className="px-3 py-1 text-right">{least === null ? 'None: too late' : formatCents(least)}</td>
                <td className="py-1 pr-2 text-right">
                  <Button
                    variant="quiet"
                    size="dense"
                    aria-label={`Try ${seconds} seconds`}
                    onClick={() => onChoose(String(seconds))}
                  >
                    Try
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
