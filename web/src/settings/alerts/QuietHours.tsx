import { type AlertPreferences, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { toastSaved } from '../../ui/overlays/toasts.tsx'
import { changePreferencesMutation } from './alert-preferences-query.ts'
import { ZoneField } from './ZoneField.tsx'

type Fields = { isOn: boolean; from: string; to: string; zone: string; urgentWakes: boolean }

/** The field of each fault that the server may find. */
const FIELD_OF: Readonly<Record<string, 'from' | 'to' | 'zone'>> = {
  quiet: 'to',
  'quiet.from': 'from',
  'quiet.to': 'to',
  zone: 'zone',
}

const isTime = (time: string) => time !== '' || messages.alerts.wallTimeNeeded

const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** When only urgent alerts go out, and the zone in which alerts tell times. */
export function QuietHours({ stored }: { stored: AlertPreferences }) {
  const { register, handleSubmit, setError, control, formState } = useForm<Fields>({
    defaultValues: {
      isOn: stored.quiet !== null,
      from: stored.quiet?.from ?? '22:00',
      to: stored.quiet?.to ?? '07:00',
      zone: stored.zone ?? browserZone(),
      urgentWakes: stored.urgent_wakes,
    },
  })
  const { errors } = formState
  const [isOn, zone] = useWatch({ control, name: ['isOn', 'zone'] })
  const save = useMutation(changePreferencesMutation)

  const submit = handleSubmit((fields) =>
    save.mutate((preferences) => ({ ...preferences, ...preferencesOf(fields) }), {
      onSuccess: () => toastSaved(messages.alerts.preferencesSaved),
      onError: (error) => {
        for (const [field, message] of faultsOf(error)) setError(field, { message }, { shouldFocus: true })
      },
    }),
  )

  return (
    <Card>
      <h2 className="text-lead font-semibold">Quiet hours</h2>
      <p className="mt-1 text-ink-2">
        Results and other news wait until they end, and are then told together. The list of notifications does not wait.
      </p>
      <form
        name="quiet-hours"
        noValidate
        className="mt-2 flex flex-col items-start gap-4"
        onSubmit={(event) => void submit(event)}
      >
        <Checkbox label="Keep quiet at night" {...register('isOn')} />
        {isOn && (
          <>
            <div className="grid w-full grid-cols-2 gap-3 sm:max-w-80">
              <TextField
                label="From"
                type="time"
                className="tabular"
                error={errors.from?.message}
                {...register('from', { validate: isTime })}
              />
              <TextField
                label="Until"
                type="time"
                className="tabular"
                error={errors.to?.message}
                {...register('to', { validate: isTime })}
              />
            </div>
            <Checkbox
              label="Urgent alerts may wake me"
              hint="Otherwise a warning that is of no use any more when quiet hours end is not sent at all."
              {...register('urgentWakes')}
            />
          </>
        )}
        <ZoneField zone={zone} browserZone={browserZone()} error={errors.zone?.message} {...register('zone')} />
        {save.isError && faultsOf(save.error).length === 0 && <ErrorBanner title={messageOf(save.error)} />}
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
      </form>
    </Card>
  )
}

const preferencesOf = ({ isOn, from, to, zone, urgentWakes }: Fields) => ({
  quiet: isOn ? { from, to } : null,
  zone: zone.trim() === '' ? null : zone.trim(),
  urgent_wakes: urgentWakes,
})

const faultsOf = (error: unknown) =>
  (isApiError(error) ? (error.details ?? []) : []).flatMap(({ path, message }) => {
    const field = FIELD_OF[path]
    return field === undefined ? [] : [[field, message] as const]
  })
