import { messages } from '@bidwell/contract'
import { Chips } from '../../ui/fields/Chips.tsx'
import { bidMode } from '../../ui/preferences.ts'
import type { BidMode } from './use-bid-draft.ts'

const MODES = (['bid', 'delivered'] as const).map((value) => ({ value, label: messages.delivered.modes[value] }))

/** What sets a bid. The next form begins with it. */
export const BidModeChips = ({ value, onChange }: { value: BidMode; onChange?: (mode: BidMode) => void }) => (
  <Chips
    label={messages.delivered.mode}
    value={value}
    onChange={(mode) => {
      bidMode.write(mode)
      onChange?.(mode)
    }}
    chips={MODES}
    wraps
  />
)
