import { type ChannelName, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useSite, useSiteName } from '../../api/installation-queries.ts'
import { Fold } from '../../ui/cards/Fold.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { destinationsQuery } from '../places/destinations-query.ts'
import { channelsOf, type Choices, GROUPS, levelOf, withKind, withLevel } from './channel-choices.ts'
import { useChoices } from './use-choices.ts'

const { CHOICES, OWN_CHOICE } = messages.alertLevel

const CHANNELS = [
  { channel: 'email', label: 'Email' },
  { channel: 'push', label: 'Devices' },
  { channel: 'sms', label: 'Text messages' },
  { channel: 'webhook', label: 'Webhooks' },
] as const

/** The channels over which the user has a place. */
function useChannels() {
  const places = useQuery(destinationsQuery).data?.destinations ?? []
  return CHANNELS.filter(({ channel }) => places.some((place) => place.channel === channel))
}

/** For each channel with a place, how much goes out over it. */
export function AlertLevels({ stored }: { stored: Choices }) {
  const channels = useChannels()
  const { choices, change } = useChoices(stored)
  return (
    <div className="grid gap-3 empty:hidden sm:grid-cols-2">
      {channels.map(({ channel, label }) => {
        const level = levelOf(choices, channel)
        return (
          <Select
            key={channel}
            label={label}
            options={level === null ? [...CHOICES, { value: '', label: OWN_CHOICE }] : CHOICES}
            value={level ?? ''}
            onChange={({ target }) => {
              const chosen = CHOICES.find(({ value }) => value === target.value)
              if (chosen) change((former) => withLevel(former, channel, chosen.value))
            }}
          />
        )
      })}
    </div>
  )
}

/** For each kind of alert, the channels that it goes out over. */
export function ChooseEachKind({ stored }: { stored: Choices }) {
  const channels = useChannels()
  const { choices, change } = useChoices(stored)
  if (channels.length === 0) return null
  return (
    <Fold title="Choose each kind">
      {GROUPS.map(({ title, kinds }) => (
        <section key={title} aria-label={title}>
          <h3 className="font-semibold">{title}</h3>
          {kinds.map(({ kind, name }) => (
            <KindRow
              key={kind}
              name={name}
              columns={channels}
              channels={channelsOf(choices, kind)}
              onChange={(channel, isOn) => change((former) => withKind(former, kind, channel, isOn))}
            />
          ))}
        </section>
      ))}
      <p className="text-small text-ink-2">
        Warnings are urgent: a bid fails unless you act. One that you have not seen comes again an hour, 20 and 5
        minutes before it is too late. Text messages of it are sent only within that hour, unless you have chosen where
        it goes.
      </p>
      <AlwaysMailed />
    </Fold>
  )
}

function AlwaysMailed() {
  const site = useSiteName()
  const showsPlans = useSite()?.shows_plans === true
  return (
    <p className="text-small text-ink-2">
      Always by email: sign-ins from new browsers, every change of your password, address, second step or {site} login,
      downloads of your data, and the deletion of your account
      {showsPlans && '; the end of a trial or plan, receipts, and failed payments'}.
    </p>
  )
}

type KindRowProps = {
  name: string
  columns: ReturnType<typeof useChannels>
  channels: readonly ChannelName[]
  onChange: (channel: ChannelName, isOn: boolean) => void
}

/** The channels of one kind. */
function KindRow({ name, columns, channels, onChange }: KindRowProps) {
  const id = useId()
  return (
    <fieldset
      aria-labelledby={id}
      className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1"
    >
      <p id={id}>{name}</p>
      <div className="flex flex-wrap gap-x-4">
        {columns.map(({ channel, label }) => (
          <label key={channel} className="flex min-h-11 cursor-pointer items-center gap-2 text-small text-ink-2">
            <input
              type="checkbox"
              className="size-5 accent-accent"
              checked={channels.includes(channel)}
              onChange={({ target }) => onChange(channel, target.checked)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
