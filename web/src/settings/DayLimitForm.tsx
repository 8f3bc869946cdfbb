import { amountFault, api, type Body, type DayLimit, formatDay, messages } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { changeProfileMutation } from '../account/profile-query.ts'
import { useReauthentication } from '../account/use-reauthentication.tsx'
import { messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { dayLimitQuery } from '../bids/bid-queries.ts'
import { Button } from '../ui/Button.tsx'
import { MoneyField } from '../ui/fields/TextField.tsx'
import { centsFromTyped, formatDollars } from '../ui/money.ts'
import { toastSaved } from '../ui/overlays/toasts.tsx'

const isValidLimit = (text: string) => {
  const cents = centsFromTyped(text)
  return cents !== null && amountFault(cents / 100) === null
}

/** The user's limit for the sum of all bids on auctions that close on one day. An empty field means no limit. */
export function DayLimitForm({ limit }: { limit: number | null }) {
  const form = useForm({ defaultValues: { limit: limit?.toFixed(2) ?? '' } })
  const { withReauthentication, dialog } = useReauthentication()
  const save = useMutation({
    ...changeProfileMutation,
    // A higher limit, and none, let more be spent: the server asks who is there.
    mutationFn: (body: Body<typeof api.changeProfile>) =>
      withReauthentication(async () => (await call(api.changeProfile, { body })).data),
  })
  const { data } = useQuery(dayLimitQuery)
  const error = form.formState.errors.limit?.message ?? (save.isError ? messageOf(save.error) : undefined)

  return (
    <form
      name="day-limit"
      noValidate
      className="flex flex-col items-start gap-4 border-t border-line pt-6"
      onSubmit={(event) =>
        void form.handleSubmit(({ limit: typed }) => {
          const cents = centsFromTyped(typed)
          const day_limit = cents === null ? null : cents / 100
          save.mutate({ day_limit }, { onSuccess: () => toastSaved('Saved') })
        })(event)
      }
    >
      <div className="w-full">
        <MoneyField
          label="Daily limit"
          className="max-w-48"
          error={error}
          hint="A bid that would take its day over this is refused. Days run midnight to midnight Pacific, by closing time. Leave empty for no limit."
          {...form.register('limit', {
            validate: (typed) => typed.trim() === '' || isValidLimit(typed) || messages.account.dayLimitInvalid,
          })}
        />
        {data && <UsagePerDay usage={data} />}
      </div>
      <Button type="submit" variant="primary" busy={save.isPending}>
        Save
      </Button>
      {dialog}
    </form>
  )
}

const UsagePerDay = ({ usage: { days, limit, today } }: { usage: DayLimit }) => (
  <ul className="mt-2 text-small tabular">
    {days.map(({ day, spoken_for, bids }) => (
      <li key={day} className={limit !== null && spoken_for > limit ? 'text-danger' : undefined}>
        {day === today ? `Today, ${formatDay(day)}` : formatDay(day)}: {formatDollars(spoken_for)}
        {limit !== null && ` of ${formatDollars(limit)}`} committed, {bids === 1 ? '1 bid' : `${bids} bids`}
      </li>
    ))}
  </ul>
)
