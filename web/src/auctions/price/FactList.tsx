import { Fact, Facts } from '../../ui/cards/Facts.tsx'

type FactListProps = { facts: readonly (readonly [name: string, value: string | null])[] }

/** Names and values of an item; an empty value is left out. */
export const FactList = ({ facts }: FactListProps) => (
  <div className="text-small">
    <Facts>
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
    </Facts>
  </div>
)
