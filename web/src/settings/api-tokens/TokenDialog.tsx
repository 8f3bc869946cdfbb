import { API_TOKEN, api, type Body, messages, TokenScope } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { faultsOf } from '../../api/faults-of.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/fields/Choice.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { MoneyField, TextField } from '../../ui/fields/TextField.tsx'
import { centsFromTyped } from '../../ui/money.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { apiTokensQuery } from './api-tokens-query.ts'

type Fields = { name: string; scope: TokenScope; max_bid: string; day_cap: string; ask_above: string; days: string }

const FIELDS = ['name', 'max_bid', 'day_cap', 'ask_above', 'days'] as const
const OPTIONS = TokenScope.options.map((value) => ({ value, ...messages.apiToken.scopes[value] }))

type TokenDialogProps = { onMade: (secret: string) => void; onClose: () => void }

/** Asks what a program may do, and makes its token. */
export function TokenDialog({ onMade, onClose }: TokenDialogProps) {
  const client = useQueryClient()
  const { withReauthentication, dialog } = useReauthentication()
  const form = useForm<Fields>({
    defaultValues: {
      name: '',
      scope: 'read',
      max_bid: '',
      day_cap: '',
      ask_above: '',
      days: String(API_TOKEN.defaultDays),
    },
  })
  const { register, handleSubmit, setError, setValue, control, formState } = form
  const scope = useWatch({ control, name: 'scope' })
  const { errors } = formState
  const make = useMutation({
    mutationFn: (body: Body<typeof api.makeApiToken>) =>
      withReauthentication(async () => (await call(api.makeApiToken, { body, once: true })).data.secret),
    onSuccess: (secret) => {
      void client.invalidateQueries(apiTokensQuery)
      onMade(secret)
    },
    onError: (error) => {
      for (const { field, message } of faultsOf(error, FIELDS)) setError(field, { message }, { shouldFocus: true })
    },
  })
  return (
    <>
      <Dialog ignoreOutsideClicks onClose={onClose} title={messages.apiToken.make}>
        <Form name="api-token" onSubmit={handleSubmit((fields) => make.mutate(wantedOf(fields)))}>
          {make.isError && faultsOf(make.error, FIELDS).length === 0 && <ErrorBanner title={messageOf(make.error)} />}
          <TextField
            label={messages.apiToken.nameLabel}
            autoComplete="off"
            maxLength={API_TOKEN.maxNameLength}
            placeholder="My spreadsheet"
            hint={messages.apiToken.nameHint}
            error={errors.name?.message}
            {...register('name')}
          />
          <Choice
            label={messages.apiToken.scopeLabel}
            value={scope}
            onChange={(value) => setValue('scope', value)}
            options={OPTIONS}
          />
          {scope === 'bid' && <CapFields form={form} />}
          <TextField
            label={messages.apiToken.daysLabel}
            inputMode="numeric"
            autoComplete="off"
            error={errors.days?.message}
            {...register('days', {
              validate: (typed) => /^\s*\d+\s*$/.test(typed) || messages.apiToken.daysInvalid,
            })}
          />
          <Button type="submit" variant="primary" busy={make.isPending}>
            {messages.apiToken.make}
          </Button>
        </Form>
      </Dialog>
      {dialog}
    </>
  )
}

const CapFields = ({ form: { register, formState } }: { form: UseFormReturn<Fields> }) => (
  <>
    <MoneyField
      label={messages.apiToken.bidCapLabel}
      error={formState.errors.max_bid?.message}
      {...register('max_bid')}
    />
    <MoneyField
      label={messages.apiToken.dayCapLabel}
      hint={messages.apiToken.dayCapHint}
      error={formState.errors.day_cap?.message}
      {...register('day_cap')}
    />
    <MoneyField
      label={messages.apiToken.askAboveLabel}
      hint={messages.apiToken.askAboveHint}
      error={formState.errors.ask_above?.message}
      {...register('ask_above', {
        validate: (typed) => typed.trim() === '' || centsFromTyped(typed) !== null || messages.apiToken.askInvalid,
      })}
    />
  </>
)

/** What was typed as no amount is left out, and the server says which cap is missing. */
function wantedOf({ name, scope, days, max_bid, day_cap, ask_above }: Fields): Body<typeof api.makeApiToken> {
  const amountOf = (typed: string) => {
    const cents = scope === 'bid' ? centsFromTyped(typed) : null
    return cents === null ? undefined : cents / 100
  }
  return {
    name,
    scope,
    days: Number(days),
    max_bid: amountOf(max_bid),
    day_cap: amountOf(day_cap),
    ask_above: amountOf(ask_above),
  }
}
