import { ALERTS, api, type Body, type Destination, WebhookPreset } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { faultsOf } from '../../api/faults-of.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastSuccess } from '../../ui/overlays/toasts.tsx'
import { useUnseenSecret, WebhookSecretDialog } from '../SecretDialog.tsx'
import { addedText } from './describe-place.ts'
import { destinationsQuery } from './destinations-query.ts'
import { SERVICES } from './webhook-services.ts'

type Fields = { preset: WebhookPreset; label: string; url: string; token: string }

const FIELDS = ['label', 'url', 'token'] as const
const OPTIONS = WebhookPreset.options.map((value) => ({ value, label: SERVICES[value].name }))
const PLAIN = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const

/** `former`: a webhook that is added again, whose address and token nobody shows. */
type WebhookDialogProps = { former: Destination | null; onClose: () => void }

/** Adds a webhook of one of the services. The secret of a signed one is shown once, when it is added. */
export function WebhookDialog({ former, onClose }: WebhookDialogProps) {
  const client = useQueryClient()
  const { withReauthentication, dialog } = useReauthentication()
  const [secret, setSecret] = useState<string | null>(null)
  const isUnseen = useUnseenSecret()
  const { register, handleSubmit, setError, control, formState } = useForm<Fields>({
    defaultValues: {
      preset: former?.preset ?? 'standard',
      label: former?.label ?? '',
      url: '',
      token: '',
    },
  })
  const [preset, label] = useWatch({ control, name: ['preset', 'label'] })
  const { url, token } = SERVICES[preset]
  const { errors } = formState
  const add = useMutation({
    mutationFn: (body: Body<typeof api.addWebhook>) =>
      withReauthentication(async () => (await call(api.addWebhook, { body, once: true })).data),
    onSuccess: (added) => {
      void client.invalidateQueries(destinationsQuery)
      if (added.secret !== null && isUnseen(added.destination.label)) return
      if (added.secret !== null) return setSecret(added.secret)
      onClose()
      toastSuccess(addedText(added.destination.label))
    },
    onError: (error) => {
      for (const { field, message } of faultsOf(error, FIELDS)) setError(field, { message }, { shouldFocus: true })
    },
  })

  if (secret !== null) return <WebhookSecretDialog label={label} secret={secret} onClose={onClose} />
  return (
    <>
      <Dialog
        ignoreOutsideClicks
        onClose={onClose}
        title={former === null ? 'Add a webhook' : `Add ${former.label} again`}
        description="Bidwell calls it with each alert that you choose for webhooks."
      >
        <Form name="webhook" data-private onSubmit={handleSubmit((fields) => add.mutate(webhookOf(fields)))}>
          {add.isError && faultsOf(add.error, FIELDS).length === 0 && <ErrorBanner title={messageOf(add.error)} />}
          <Select label="Service" options={OPTIONS} {...register('preset')} />
          <TextField {...PLAIN} {...url} inputMode="url" error={errors.url?.message} {...register('url')} />
          {token && <TextField {...PLAIN} {...token} error={errors.token?.message} {...register('token')} />}
          <TextField
            label="Name"
            autoComplete="off"
            maxLength={ALERTS.maxLabelLength}
            placeholder="My phone"
            hint="What you call it here and in the log."
            error={errors.label?.message}
            {...register('label')}
          />
          <Button type="submit" variant="primary" busy={add.isPending}>
            Add the webhook
          </Button>
        </Form>
      </Dialog>
      {dialog}
    </>
  )
}

/** Only what the service needs: a token that was typed for another one is left out. */
function webhookOf({ preset, label, ...typed }: Fields): Body<typeof api.addWebhook> {
  const [url, token] = [typed.url.trim(), typed.token.trim()]
  return { preset, label, ...(url && { url }), ...(token && SERVICES[preset].token && { token }) }
}
