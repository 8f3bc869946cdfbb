import { type AlertPreferences, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { messageOf } from '../../api/api-error.ts'
import { faultsOf } from '../../api/faults-of.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Fold } from '../../ui/cards/Fold.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextField, type TextFieldProps } from '../../ui/fields/TextField.tsx'
import { whenSaved } from '../../ui/fields/when-saved.ts'
import { changePreferencesMutation } from './alert-preferences-query.ts'

type Fields = { isOn: boolean; from: string; to: string; zone: string; urgentWakes: boolean }

/** The field of each fault that the server may find. */
const FIELD_OF = { quiet: 'to', 'quiet.from': 'from', 'quiet.to': 'to', zone: 'zone' } as const
const PATHS = ['quiet', 'quiet.from', 'quiet.to', 'zone'] as const

const isTime = (time: string) => time !== '' || messages.alerts.wallTimeNeeded

const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** When only urgent alerts go out, and the zone in which alerts tell times. */
export function QuietHours({ stored }: { stored: AlertPreferences }) {
  const form = useForm<Fields>({
    values: {
      isOn: stored.quiet !== null,
      from: stored.quiet?.from ?? '22:00',
      to: stored.quiet?.to ?? '07:00',
      zone: stored.zone ?? browserZone(),
      urgentWakes: stored.urgent_wakes,
    },
    resetOptions: { keepDirtyValues: true },
  })
  const { register, handleSubmit, setError, control, formState } = form
  const { errors } = formState
  const [isOn, zone] = useWatch({ control, name: ['isOn', 'zone'] })
  const save = useMutation(changePreferencesMutation)

  const submit = handleSubmit((fields) =>
    save.mutate((preferences) => ({ ...preferences, ...changesOf(fields, stored, preferences) }), {
      ...whenSaved(form, fields, messages.alerts.preferencesSaved),
      onError: (error) => {
        for (const { field, message } of faultsOf(error, PATHS))
          setError(FIELD_OF[field], { message }, { shouldFocus: true })
      },
    }),
  )

  return (
    <Fold title="Quiet hours" state={stored.quiet === null ? 'Off' : `${stored.quiet.from} to ${stored.quiet.to}`}>
      <p className="text-ink-2">Results and other news wait until they end.</p>
      <Form name="quiet-hours" className="flex flex-col items-start gap-4" onSubmit={submit}>
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
        <ZoneField zone={zone} error={errors.zone?.message} {...register('zone')} />
        {save.isError && faultsOf(save.error, PATHS).length === 0 && <ErrorBanner title={messageOf(save.error)} />}
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
      </Form>
    </Fold>
  )
}

/** Only what was changed here since `stored`: another page may have changed the rest, which is in `latest`. */
function changesOf(
  { isOn, from, to, zone, urgentWakes }: Fields,
  stored: AlertPreferences,
  latest: AlertPreferences,
): Partial<AlertPreferences> {
  const isFromChanged = from !== stored.quiet?.from
  const isToChanged = to !== stored.quiet?.to
  const hours = {
    from: isFromChanged ? from : (latest.quiet?.from ?? from),
    to: isToChanged ? to : (latest.quiet?.to ?? to),
  }
  const isQuietChanged = isOn ? isFromChanged || isToChanged : stored.quiet !== null
  const typedZone = zone.trim() === '' ? null : zone.trim()
  return {
    ...(isQuietChanged && { quiet: isOn ? hours : null }),
    ...(typedZone !== stored.zone && { zone: typedZone }),
    ...(urgentWakes !== stored.urgent_wakes && { urgent_wakes: urgentWakes }),
  }
}

type ZoneFieldProps = Omit<TextFieldProps, 'label' | 'hint'> & { zone: string }

/** The time zone of a user. A browser that travels changes nothing: it only says that it is in another one. */
function ZoneField({ zone, ...field }: ZoneFieldProps) {
  const list = useId()
  return (
    <div className="w-full sm:max-w-80">
      <TextField
        label="Time zone"
        list={list}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        hint={
          <>
            Quiet hours and the times in alerts go by it.
            {zone !== browserZone() && ` This browser is in ${browserZone()}.`}
          </>
        }
        {...field}
      />
      <datalist id={list}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  )
}
