import type { ChannelName } from '@bidwell/contract'
import { useId } from 'react'
import type { Columns } from './columns.ts'

type ChannelRowProps = {
  columns: Columns
  name: string
  channels: readonly ChannelName[]
  onToggle: (channel: ChannelName) => void
}

/** The channels of one kind. On a phone they stand below its name, with their own names; otherwise those head the columns. */
export function ChannelRow({ columns, name, channels, onToggle }: ChannelRowProps) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} className={`${columns.row} items-center border-t border-line py-1`}>
      <p id={id} className="col-span-full pt-2 pb-1 sm:col-span-1 sm:py-0">
        {name}
      </p>
      {columns.channels.map(({ channel, label }) => (
        <label
          key={channel}
          className="flex min-h-11 cursor-pointer flex-col items-center justify-center gap-1 rounded-control text-label text-ink-2 hover:bg-sunken"
        >
          <input
            type="checkbox"
            className="size-5 accent-accent"
            checked={channels.includes(channel)}
            onChange={() => onToggle(channel)}
          />
          <span className="sm:sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
