import { amountFault, api, type Body, messages, type Period, PERIODS, type Profile } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { changeProfileMutation } from '../../account/profile-query.ts'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { MoneyField } from '../../ui/fields/TextField.tsx'
import { whenSaved } from '../../ui/fields/when-saved.ts'
import { centsFromTyped } from '../../ui/money.ts'
import { ExposureByDay } from './ExposureByDay.tsx'

const isValidLimit = (text: string) => {
  const cents = centsFromTyped(text)
  return cents !== null && amountFault(cents / 100) === null
}

const dollarsOf = (text: string) => {
  const cents = centsFromTyped(text)
  return cents === null ? null : cents / 100
}

/**
 * The user's limits for what bids may cost that close on one day, in one week or in one month. Only those that were changed
 * here are saved: another device may have changed the others.
 */
export function LimitsForm({ profile }: { profile: Profile }) {
  const textOf = (period: Period) => profile[`${period}_limit`]?.toFixed(2) ?? ''
  const stored = { day: textOf('day'), week: textOf('week'), month: textOf('month') }
  const form = useForm({ values: stored, resetOptions: { keepDirtyValues: true } })
  const { withReauthentication, dialog } = useReauthentication()
  const save = useMutation({
    ...changeProfileMutation,
    // A higher limit, and none, let more be spent: the server asks who is there.
    mutationFn: (body: Body<typeof api.changeProfile>) =>
      withReauthentication(async () => (await call(api.changeProfile, { body })).data),
  })
  const { errors } = form.formState

  return (
    <Form
      name="limits"
      className="flex flex-col items-start gap-4 border-t border-line pt-6"
      onSubmit={form.handleSubmit((typed) => {
        const changed = PERIODS.filter((period) => typed[period] !== stored[period])
        const limits = Object.fromEntries(changed.map((period) => [`${period}_limit`, dollarsOf(typed[period])]))
        save.mutate(limits, whenSaved(form, typed))
      })}
    >
      <div>
        <h3 className="font-semibold">{messages.exposure.limits}</h3>
        <p className="mt-1 max-w-prose text-small text-ink-2">{messages.exposure.limitsText}</p>
      </div>
      <div className="flex w-full flex-wrap gap-4">
        {PERIODS.map((period) => (
          <MoneyField
            key={period}
            label={messages.exposure.label[period]}
            className="max-w-48"
            error={errors[period]?.message ?? (period === 'day' && save.isError ? messageOf(save.error) : undefined)}
            hint={messages.exposure.hint[period]}
            {...form.register(period, {
              validate: (text) => text.trim() === '' || isValidLimit(text) || messages.account.limitInvalid,
            })}
          />
        ))}
      </div>
      <Button type="submit" variant="primary" busy={save.isPending}>
        Save
      </Button>
      <ExposureByDay />
      {dialog}
    </Form>
  )
}
