import { messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Fold } from '../../ui/cards/Fold.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { whenSaved } from '../../ui/fields/when-saved.ts'
import { changePreferencesMutation } from './alert-preferences-query.ts'

/** How long before a tracked auction ends its user is told. An empty field means not at all. */
export function EndingSoon({ minutes }: { minutes: number | null }) {
  const stored = minutes === null ? '' : String(minutes)
  const form = useForm({ values: { minutes: stored }, resetOptions: { keepDirtyValues: true } })
  const save = useMutation(changePreferencesMutation)
  const error = save.isError
    ? ((isApiError(save.error) ? save.error.details?.[0]?.message : undefined) ?? messageOf(save.error))
    : undefined

  return (
    <Fold title="Before an auction ends" state={minutes === null ? 'Off' : `${minutes} min`}>
      <Form
        name="ending-soon"
        className="flex flex-col items-start gap-4"
        onSubmit={form.handleSubmit((typed) => {
          const changed = typed.minutes === stored ? {} : { ending_soon_minutes: minutesOf(typed.minutes) }
          const saved = whenSaved(form, typed, messages.alerts.preferencesSaved)
          save.mutate((preferences) => ({ ...preferences, ...changed }), saved)
        })}
      >
        <TextField
          label="Minutes before the end"
          inputMode="numeric"
          autoComplete="off"
          className="max-w-32 tabular"
          error={error}
          hint="You are told so long before an auction that you track ends, with a bid on it or without. Leave empty for none."
          {...form.register('minutes')}
        />
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
      </Form>
    </Fold>
  )
}

/** What is no number is 0, which the server refuses with the rule. */
const minutesOf = (typed: string) => (typed.trim() === '' ? null : Number(typed) || 0)
