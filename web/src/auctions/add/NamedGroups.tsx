import { formatCents, messages } from '@bidwell/contract'
import { WinsAndBudget } from '../../bids/groups/GroupFields.tsx'
import type { NamedGroup, TypedTerms } from './groups-of-bids.ts'

type NamedGroupsProps = {
  groups: readonly NamedGroup[]
  disabled: boolean
  onType: (name: string, terms: TypedTerms) => void
}

/** How many bids of each named group may win, and for how much together. The terms of a group that stands are only said. */
export const NamedGroups = ({ groups, disabled, onType }: NamedGroupsProps) =>
  groups.map(({ name, bids, standing, asksOther, typed, evaluated }) => (
    <fieldset key={name} className="flex flex-col gap-2 border-b border-line pb-3 text-small">
      <legend className="pb-2 text-body font-semibold wrap-anywhere">{messages.bidGroup.named(name)}</legend>
      {standing ? (
        <p className="text-ink-2">
          {messages.bidGroup.joinsStanding(bids, standing.most_wins + standing.extra_wins)}{' '}
          {asksOther && messages.bidGroup.standingTerms}
        </p>
      ) : (
        <>
          <div className="sm:max-w-90">
            <WinsAndBudget
              of={name}
              {...{ typed, evaluated, bids, disabled }}
              onEdit={(fields) => onType(name, { ...typed, ...fields })}
            />
          </div>
          {evaluated.mostCents !== null && (
            <p className="text-ink-2 tabular">
              {messages.bidGroup.outcome(Math.min(evaluated.allWins, bids), bids, formatCents(evaluated.mostCents))}
            </p>
          )}
        </>
      )}
    </fieldset>
  ))
