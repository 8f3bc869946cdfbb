import { messages } from '@bidwell/contract'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { MoneyField, TextField } from '../../ui/fields/TextField.tsx'
import type { EvaluatedGroup, TypedGroup } from './group-terms.ts'

type GroupFieldsProps = {
  typed: TypedGroup
  evaluated: EvaluatedGroup
  /** How many bids the group has. */
  bids: number
  disabled: boolean
  onEdit: (fields: Partial<TypedGroup>) => void
}

/** How many of the bids may win, and for how much together. What few groups need is closed at first. */
export const GroupFields = ({ typed, evaluated, bids, disabled, onEdit }: GroupFieldsProps) => (
  <div className="flex flex-col">
    <div className="grid grid-cols-2 items-start gap-3">
      <TextField
        name="most_wins"
        label={messages.bidGroup.mostWins}
        inputMode="numeric"
        autoComplete="off"
        suffix={<span className="pr-3 text-small text-ink-2 tabular">{messages.bidGroup.ofThese(bids)}</span>}
        className="font-semibold tabular"
        error={evaluated.winsFault}
        disabled={disabled}
        value={typed.mostWins}
        onChange={({ target }) => onEdit({ mostWins: target.value })}
      />
      <MoneyField
        name="budget"
        label={messages.bidGroup.budget}
        hint={messages.bidGroup.budgetHint}
        error={evaluated.budgetFault}
        disabled={disabled}
        value={typed.budget}
        onChange={({ target }) => onEdit({ budget: target.value })}
      />
    </div>
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5 text-small font-semibold">
        {messages.bidGroup.moreWins}
      </summary>
      <div className="flex flex-col gap-3 pb-2">
        <TextField
          name="group_name"
          label={messages.bidGroup.name}
          autoComplete="off"
          error={evaluated.nameFault}
          disabled={disabled}
          value={typed.name}
          onChange={({ target }) => onEdit({ name: target.value })}
        />
        <TextField
          name="extra_wins"
          label={messages.bidGroup.extraWins}
          hint={messages.bidGroup.extraWinsHint}
          inputMode="numeric"
          autoComplete="off"
          className="w-24 tabular"
          error={evaluated.extraFault}
          disabled={disabled}
          value={typed.extraWins}
          onChange={({ target }) => onEdit({ extraWins: target.value })}
        />
      </div>
    </details>
    {evaluated.question !== null && (
      <Checkbox
        label={evaluated.question}
        disabled={disabled}
        checked={typed.acceptedWins === evaluated.allWins}
        onChange={({ target }) => onEdit({ acceptedWins: target.checked ? evaluated.allWins : null })}
      />
    )}
  </div>
)
