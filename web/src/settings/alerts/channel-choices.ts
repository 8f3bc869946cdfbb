import { type AlertPreferences, type ChannelName, CHANNELS, messages } from '@bidwell/contract'

export type Choices = AlertPreferences['choices']

const { ofClass } = messages.kindName

/** The groups of kinds whose channels can be chosen. */
export const GROUPS = [
  {
    alertClass: 'result',
    title: 'Results',
    text: 'What became of a bid or an auction.',
    kinds: ofClass('result'),
  },
  {
    alertClass: 'urgent',
    title: 'Warnings',
    text: 'Urgent: a bid fails unless you act. Unless you choose otherwise, one that you have not seen after a minute goes to your next place too. It comes again an hour, 20 and 5 minutes before it is too late.',
    kinds: ofClass('urgent'),
  },
  { alertClass: 'info', title: 'Good to know', text: 'You need not act on it.', kinds: ofClass('info') },
] as const

const DEFAULTS: Choices = Object.fromEntries(
  GROUPS.flatMap(({ kinds }) => kinds.map(({ kind }) => [kind, [...messages.notification.defaultChannels(kind)]])),
)

/** The channels of a kind: as the user has just chosen, or had, or else those of its class. */
export const channelsOf = (kind: string, edits: Choices, stored: Choices): readonly ChannelName[] =>
  edits[kind] ?? stored[kind] ?? DEFAULTS[kind] ?? []

export const withToggled = (channels: readonly ChannelName[], toggled: ChannelName): ChannelName[] =>
  CHANNELS.filter((channel) => channels.includes(channel) !== (channel === toggled))

/** The edits that make every kind go where it goes without any choice. */
export const backToDefaults = (): Choices => ({ ...DEFAULTS })

export const areDefaults = (edits: Choices, stored: Choices): boolean =>
  Object.keys(DEFAULTS).every((kind) => isDefault(kind, channelsOf(kind, edits, stored)))

/** The edits that were not among those that are saved now: the user may have gone on meanwhile. */
export const withoutSaved = (edits: Choices, saved: Choices): Choices =>
  Object.fromEntries(Object.entries(edits).filter(([kind, channels]) => saved[kind] !== channels))

/** What is to be stored: only what differs from the defaults, so that the others follow when the defaults change. */
export const mergeChoices = (stored: Choices, edits: Choices): Choices =>
  Object.fromEntries(
    Object.entries({ ...stored, ...edits }).filter(([kind, channels]) => !(kind in edits && isDefault(kind, channels))),
  )

const isDefault = (kind: string, channels: readonly ChannelName[]) =>
  String(CHANNELS.filter((name) => channels.includes(name))) ===
  String(CHANNELS.filter((name) => DEFAULTS[kind]?.includes(name)))
