type FactListProps = { facts: readonly (readonly [name: string, value: string | null])[] }

/** Names and values of an item; an empty value is left out. */
export const FactList = ({ facts }: FactListProps) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small tabular">
    {facts.map(([name, value]) => {
      if (value === null || value === '') return null
      return (
        <div key={name} className="contents">
          <dt className="text-ink-2">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      )
    })}
  </dl>
)
