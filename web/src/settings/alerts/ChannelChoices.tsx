import { type AlertPreferences, type ChannelName, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useSite, useSiteName } from '../../api/installation-queries.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { toastSaved } from '../../ui/overlays/toasts.tsx'
import { changePreferencesMutation } from './alert-preferences-query.ts'
import {
  areDefaults,
  backToDefaults,
  channelsOf,
  type Choices,
  GROUPS,
  mergeChoices,
  withoutSaved,
  withToggled,
} from './channel-choices.ts'

/** For each kind of alert, the channels that it goes out over. */
export function ChannelChoices({ stored }: { stored: AlertPreferences['choices'] }) {
  // Only what the user has changed here: what is stored may change meanwhile, by the link of a mail.
  const [edits, setEdits] = useState<Choices>({})
  const save = useMutation(changePreferencesMutation)
  const columns = columnsOf(useSite()?.sends_sms === true)

  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-lead font-semibold">What goes where</h2>
        <p className="mt-1 text-ink-2">
          The list of notifications has everything. What you tick here also goes out to your places above; a channel
          without a place sends nothing.
        </p>
      </div>
      <form
        name="alert-channels"
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate((preferences) => ({ ...preferences, choices: mergeChoices(preferences.choices, edits) }), {
            onSuccess: () => {
              // What was ticked meanwhile is still to be saved.
              setEdits((later) => withoutSaved(later, edits))
              toastSaved(messages.alerts.preferencesSaved)
            },
          })
        }}
      >
        {GROUPS.map(({ alertClass, title, text, kinds }) => (
          <section key={alertClass} aria-label={title}>
            <h3 className="font-semibold">{title}</h3>
            <p className="text-small text-ink-2">{text}</p>
            <div aria-hidden className={`${columns.row} mt-2 hidden pb-1 text-label text-ink-2 sm:grid`}>
              <span />
              {columns.channels.map(({ channel, label }) => (
                <span key={channel} className="text-center">
                  {label}
                </span>
              ))}
            </div>
            <div className="mt-2 border-b border-line sm:mt-0">
              {kinds.map(({ kind, name }) => {
                const channels = channelsOf(kind, edits, stored)
                return (
                  <ChannelRow
                    key={kind}
                    columns={columns}
                    name={name}
                    channels={channels}
                    onToggle={(channel) => setEdits({ ...edits, [kind]: withToggled(channels, channel) })}
                  />
                )
              })}
            </div>
          </section>
        ))}
        <AlwaysMailed />
        {save.isError && <ErrorBanner title={messageOf(save.error)} />}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save
          </Button>
          <Button
            whyNot={areDefaults(edits, stored) ? 'These are the defaults.' : null}
            onClick={() => setEdits(backToDefaults())}
          >
            Back to defaults
          </Button>
        </div>
      </form>
    </Card>
  )
}

function AlwaysMailed() {
  const site = useSiteName()
  const showsPlans = useSite()?.shows_plans === true
  return (
    <section aria-label="Account">
      <h3 className="font-semibold">Account</h3>
      <p className="text-small text-ink-2">
        Always by email, because it protects your account and your money: sign-ins from new browsers, every change of
        your password, address, second step or {site} login, downloads of your data, and the deletion of your account
        {showsPlans && '; the end of a trial or plan, receipts, and failed payments'}.
      </p>
    </section>
  )
}

type ChannelRowProps = {
  columns: Columns
  name: string
  channels: readonly ChannelName[]
  onToggle: (channel: ChannelName) => void
}

/** The channels of one kind. On a phone they stand below its name, with their own names; otherwise those head the columns. */
function ChannelRow({ columns, name, channels, onToggle }: ChannelRowProps) {
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
const columnsOf = (sendsSms: boolean): Columns =>
  sendsSms
    ? { channels: CHANNELS, row: 'grid grid-cols-4 sm:grid-cols-[minmax(0,1fr)_repeat(4,5rem)]' }
    : {
        channels: CHANNELS.filter(({ channel }) => channel !== 'sms'),
        row: 'grid grid-cols-3 sm:grid-cols-[minmax(0,1fr)_repeat(3,5rem)]',
      }
