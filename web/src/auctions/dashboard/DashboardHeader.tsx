import { type ComponentProps, memo, type ReactNode } from 'react'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { PasteField } from '../add/PasteField.tsx'

type DashboardHeaderProps = {
  /** How many auctions are not over; absent until they are loaded. */
  openCount: number | undefined
  /** What is left of the plan's limit, and what all bids cost if they win. */
  limits: ReactNode
  /** The choice of what is listed: between the title and the field in a wide window, otherwise below the field. */
  children: ReactNode
} & ComponentProps<typeof PasteField>

export const DashboardHeader = memo(({ openCount, limits, children, ...paste }: DashboardHeaderProps) => (
  // The Tab key follows what is seen, where the order of the parts is another.
  // In a wide window it stays one row, whatever stands in it: the list below keeps its place while auctions close. The number of open
  // ones gives way to the filters, which count them too.
  <div
    data-free-of-toasts
    className="flex flex-wrap items-center gap-x-6 gap-y-3 [reading-flow:flex-visual] min-[82rem]:flex-nowrap min-[82rem]:gap-x-4"
  >
    <div className="flex flex-wrap items-baseline gap-x-3 min-[82rem]:-order-2 min-[82rem]:shrink-0 min-[82rem]:flex-nowrap">
      <PageTitle tab="Auctions">Auctions</PageTitle>
      {openCount !== undefined && (
        <span className="text-lead text-ink-2 tabular min-[82rem]:hidden">{openCount} open</span>
      )}
      {limits}
    </div>
    <PasteField {...paste} />
    <div className="min-w-0 basis-full empty:hidden min-[82rem]:-order-1 min-[82rem]:basis-auto">{children}</div>
  </div>
))
