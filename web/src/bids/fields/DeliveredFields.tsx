import { messages } from '@bidwell/contract'
import type { Ref } from 'react'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { MoneyField } from '../../ui/fields/TextField.tsx'
import { Link } from '../../ui/Link.tsx'
import { ZipButton } from '../shipping/ZipButton.tsx'
import type { BidDraft } from './use-bid-draft.ts'

type DeliveredFieldsProps = { draft: BidDraft; disabled: boolean; maxField?: Ref<HTMLInputElement> | undefined }

/** The fields of a delivered price, with the sum that it makes in one sentence. */
export function DeliveredFields({ draft, disabled, maxField }: DeliveredFieldsProps) {
  const { typed, edit, delivered } = draft
  if (!delivered) return null
  return (
    <>
      <MoneyField
        {...(maxField && { ref: maxField })}
        name="all_in"
        label={messages.delivered.label}
        hint={messages.delivered.hint}
        error={draft.maxFault}
        disabled={disabled}
        value={typed.allIn}
        onChange={(event) => edit({ allIn: event.target.value })}
      />
      {delivered.needsAllowance && (
        <MoneyField
          name="allowance"
          label={messages.delivered.allowance}
          hint={`${messages.delivered.noQuote} ${messages.delivered.allowanceHint}`}
          error={delivered.allowanceFault}
          disabled={disabled}
          value={typed.allowance}
          onChange={(event) => edit({ allowance: event.target.value })}
        />
      )}
      <Checkbox
        label={messages.delivered.pickup}
        checked={typed.pickup}
        disabled={disabled}
        onChange={(event) => edit({ pickup: event.target.checked })}
      />
      {delivered.collects && (
        <Checkbox
          label={messages.delivered.noHandling}
          checked={typed.noHandling}
          disabled={disabled}
          onChange={(event) => edit({ noHandling: event.target.checked })}
        />
      )}
      <div className="text-small text-ink-2 tabular">
        <output className="block">{delivered.sum}</output>
        <Places zip={draft.zip} hasTax={delivered.hasTax} asksForZip={!typed.pickup} />
      </div>
    </>
  )
}

const LINK_CLASS = 'inline-flex min-h-11 items-center text-link'

/** Where the sum comes from: the ZIP code, the tax and the margin. */
function Places({ zip, hasTax, asksForZip }: { zip: string | null; hasTax: boolean; asksForZip: boolean }) {
  return (
    <div className="-my-1 flex flex-wrap gap-x-4">
      {asksForZip && <ZipButton zip={zip} className={LINK_CLASS} />}
      <Link to="/settings?tab=bidding" className={LINK_CLASS}>
        {hasTax ? messages.delivered.changeTax : messages.delivered.setTax}
      </Link>
    </div>
  )
}
