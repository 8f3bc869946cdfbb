import type { Plan } from '@bidwell/contract'
import { formatDollars } from '../../ui/money.ts'
import { VisuallyHidden } from '../../ui/screen-readers.tsx'
import { limitText } from './plan-text.ts'

type Row = { name: string; value: (plan: Plan) => string; isOffered?: (plan: Plan) => boolean }

const ROWS: readonly Row[] = [
  { name: 'By the month', value: (plan) => formatDollars(plan.monthly_price ?? 0) },
  { name: 'By the year', value: (plan) => (plan.yearly_price === null ? '–' : formatDollars(plan.yearly_price)) },
  { name: 'Tracked auctions at a time', value: (plan) => limitText(plan.auction_limit) },
  {
    name: 'Snipes a month',
    value: (plan) => (plan.kind === 'trial' ? `${limitText(plan.snipe_limit)} in all` : limitText(plan.snipe_limit)),
  },
  { name: 'Checks before each bid, and a receipt', value: () => 'Yes' },
  { name: 'Text messages', value: (plan) => (plan.sms ? 'Yes' : 'No'), isOffered: (plan) => plan.sms },
  { name: 'Priority support', value: (plan) => (plan.priority_support ? 'Yes' : 'No') },
]

/** Every plan in full, side by side. A phone has no room for it; its cards say the same. */
export const FeatureTable = ({ plans }: { plans: readonly Plan[] }) => (
  <section aria-labelledby="compare" className="flex flex-col gap-4 max-sm:hidden">
    <h2 id="compare" className="text-title font-semibold">
      The plans compared
    </h2>
    <div className="overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full min-w-152 border-collapse text-left tabular">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="w-1/4 p-3">
              <VisuallyHidden>What is in it</VisuallyHidden>
            </th>
            {plans.map(({ id, name }) => (
              <th key={id} scope="col" className="p-3 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.filter(({ isOffered }) => !isOffered || plans.some(isOffered)).map(({ name, value }) => (
            <tr key={name} className="border-b border-line last:border-b-0">
              <th scope="row" className="p-3 font-normal text-ink-2">
                {name}
              </th>
              {plans.map((plan) => (
                <td key={plan.id} className="p-3">
                  {value(plan)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
