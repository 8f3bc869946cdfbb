import type { ChannelName } from '../deliveries/delivery.ts'

/** The host or the domain behind a place: one that hangs takes a part of its channel's connections. */
export function laneOf({ channel, address }: { channel: ChannelName; address: string }): string {
  if (channel === 'email') return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return channel === 'sms' ? 'sms' : (URL.parse(address)?.host ?? '')
}
