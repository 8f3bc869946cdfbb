import { isZip, messages } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { changeProfileMutation, profileQuery } from '../../account/profile-query.ts'
import { messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { toastSaved } from '../../ui/overlays/toasts.tsx'

/** Where items are sent, so that the site can estimate the shipping. */
export function ZipForm({ onSaved = () => {} }: { onSaved?: () => void }) {
  const profile = useQuery(profileQuery)
  if (profile.isError) return <p className="text-small text-danger">{messageOf(profile.error)}</p>
  const zip = profile.data?.shipping_zip ?? ''
  return <ZipFields key={zip} zip={zip} ready={profile.isSuccess} onSaved={onSaved} />
}

type ZipFieldsProps = { zip: string; ready: boolean; onSaved: () => void }

function ZipFields({ zip, ready, onSaved }: ZipFieldsProps) {
  const form = useForm({ defaultValues: { zip } })
  const save = useMutation(changeProfileMutation)
  const error = form.formState.errors.zip?.message ?? (save.isError ? messageOf(save.error) : undefined)
  return (
    <Form
      name="zip"
      className="flex flex-col items-start gap-4"
      onSubmit={form.handleSubmit(({ zip: typed }) =>
        save.mutate(
          { shipping_zip: typed.trim() || null },
          {
            onSuccess: () => {
              toastSaved('Saved')
              onSaved()
            },
          },
        ),
      )}
    >
      <TextField
        label="ZIP code"
        inputMode="numeric"
        autoComplete="postal-code"
        className="tabular max-w-32"
        error={error}
        disabled={!ready}
        hint="For estimates of the shipping. Leave empty for none."
        {...form.register('zip', {
          validate: (typed) => typed.trim() === '' || isZip(typed.trim()) || messages.itemCost.zipInvalid,
        })}
      />
      <Button type="submit" variant="primary" busy={save.isPending}>
        Save
      </Button>
    </Form>
  )
}
