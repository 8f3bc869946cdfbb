import { type AlertPreferences, type ChannelName, CHANNELS, messages } from '@bidwell/contract'

export type Choices = AlertPreferences['choices']
type AlertLevel = messages.alertLevel.AlertLevel

const { ofClass } = messages.notification

/** The groups of kinds whose channels can be chosen. */
export const GROUPS = [
  { title: 'Results', kinds: ofClass('result') },
  { title: 'Warnings', kinds: ofClass('urgent') },
  { title: 'Good to know', kinds: ofClass('info') },
] as const

const KINDS = GROUPS.flatMap(({ kinds }) => kinds.map(({ kind }) => kind))
const defaultsOf = messages.notification.defaultChannels

/** The channels of a kind: those that the user has chosen, or else those of its class. */
export const channelsOf = (choices: Choices, kind: string): readonly ChannelName[] => choices[kind] ?? defaultsOf(kind)

/** Puts a kind on a channel or takes it away. Only what differs from the defaults is stored, so that the rest follows them. */
export function withKind(choices: Choices, kind: string, channel: ChannelName, isOn: boolean): Choices {
  const { [kind]: _former, ...others } = choices
  const had = channelsOf(choices, kind)
  const channels = CHANNELS.filter((name) => (name === channel ? isOn : had.includes(name)))
  const isDefault = CHANNELS.every((name) => channels.includes(name) === defaultsOf(kind).includes(name))
  return isDefault ? others : { ...others, [kind]: channels }
}

/** Puts a channel on a level: the kinds that the level contains go out over it, and no others. */
export const withLevel = (choices: Choices, channel: ChannelName, level: AlertLevel): Choices =>
  KINDS.reduce((next, kind) => withKind(next, kind, channel, messages.alertLevel.contains(level, kind)), choices)

/** The level of a channel; null for a choice of the user's own. */
export const levelOf = (choices: Choices, channel: ChannelName): AlertLevel | null =>
  messages.alertLevel.CHOICES.find(({ value }) =>
    KINDS.every((kind) => channelsOf(choices, kind).includes(channel) === messages.alertLevel.contains(value, kind)),
  )?.value ?? null
