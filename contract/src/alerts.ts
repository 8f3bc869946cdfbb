import * as z from 'zod/mini'

/** The ways out of the browser, in the order in which an unseen urgent alert tries them. */
export const CHANNELS = ['push', 'sms', 'email', 'webhook'] as const
export const ChannelName = z.enum(CHANNELS)
export type ChannelName = z.infer<typeof ChannelName>

/**
 * How much a notification matters outside the browser. `urgent`: the user has to act, until it is too late. `account`: a mail
 * of its own tells it, which cannot be switched off.
 */
export type AlertClass = 'urgent' | 'result' | 'account' | 'info'

/** The channels for a class, unless the user has chosen others for the kind. */
export const DEFAULT_CHANNELS: Readonly<Record<AlertClass, readonly ChannelName[]>> = {
  urgent: ['push', 'sms', 'email', 'webhook'],
  result: ['push', 'email', 'webhook'],
  account: [],
  info: ['push', 'webhook'],
}
