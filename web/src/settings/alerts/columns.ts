import type { ChannelName } from '@bidwell/contract'

/** The columns of channels, and the grid that they stand in. */
export const COLUMNS: { channels: readonly { channel: ChannelName; label: string }[]; row: string } = {
  channels: [
    { channel: 'email', label: 'Email' },
    { channel: 'push', label: 'Devices' },
    { channel: 'sms', label: 'Text' },
    { channel: 'webhook', label: 'Webhooks' },
  ],
  row: 'grid grid-cols-4 sm:grid-cols-[minmax(0,1fr)_repeat(4,5rem)]',
}
