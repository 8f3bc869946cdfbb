import type { ChannelName } from '@bidwell/contract'

/** The columns of channels, and the class of the grid that they stand in. */
export type Columns = { channels: readonly { channel: ChannelName; label: string }[]; row: string }

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
