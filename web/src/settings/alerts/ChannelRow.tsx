import type { ChannelName } from '@bidwell/contract'
import { useId } from 'react'

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

/** The columns of channels, and the class of the grid that they stand in. */
type Columns = { channels: readonly { channel: ChannelName; label: string }[]; row: string }

const CHANNELS: Columns['channels'] = [
  { channel: 'email', label: 'Email' },
  { channel: 'push', label: 'Devices' },
  { channel: 'sms', label: 'Text' },
  { channel: 'webhook', label: 'Webhooks' },
]

/** Text messages have a column only where the installation sends them. */
export const columnsOf = (sendsSms: boolean): Columns =>
  sendsSms
    ? { channels: CHANNELS, row: 'grid grid-cols-4 sm:grid-cols-[minmax(0,1fr)_repeat(4,5rem)]' }
    : {
        channels: CHANNELS.filter(({ channel }) => channel !== 'sms'),
        row: 'grid grid-cols-3 sm:grid-cols-[minmax(0,1fr)_repeat(3,5rem)]',
      }
