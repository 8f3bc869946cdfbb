import { leadFault } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { changeProfileMutation } from '../../account/profile-query.ts'
import { messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { whenSaved } from '../../ui/fields/when-saved.ts'

/** The default lead of new bids: how many seconds before the auction's end a bid is sent. */
export function LeadForm({ seconds }: { seconds: number }) {
  const stored = String(seconds)
  const form = useForm({ values: { lead: stored }, resetOptions: { keepDirtyValues: true } })
  const save = useMutation(changeProfileMutation)
  const error = form.formState.errors.lead?.message ?? (save.isError ? messageOf(save.error) : undefined)

  return (
    <Form
      name="lead"
      className="flex flex-col items-start gap-4"
      onSubmit={form.handleSubmit((typed) => {
        const changed = typed.lead === stored ? {} : { default_seconds_before_end: Number(typed.lead) }
        save.mutate(changed, whenSaved(form, typed))
      })}
    >
      <TextField
        label="Seconds before the close"
        inputMode="numeric"
        autoComplete="off"
        className="tabular max-w-32"
        error={error}
        hint="New bids go out this long before the close. Under 5 seconds, a slow answer from the site can make a bid too late; more than 15 gives others time to answer it."
        {...form.register('lead', {
          validate: (typed) => leadFault(typed.trim() === '' ? Number.NaN : Number(typed)) ?? true,
        })}
      />
      <Button type="submit" variant="primary" busy={save.isPending}>
        Save
      </Button>
    </Form>
  )
}
