import { api, COSTS, messages, type Profile, type QuoteErrors, TaxBase, taxMillionthsOf } from '@bidwell/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { changeProfileMutation } from '../../account/profile-query.ts'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { Button } from '../../ui/Button.tsx'
import { Fold } from '../../ui/cards/Fold.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { whenSaved } from '../../ui/fields/when-saved.ts'

const isMargin = (text: string) => /^\d{1,2}$/.test(text.trim()) && Number(text) <= COSTS.maxMarginPercent
const isTax = (text: string) => /^[\d.]+$/.test(text.trim()) && taxMillionthsOf(Number(text)) !== null

const TAX_BASES = TaxBase.options.map((value) => ({ value, label: messages.delivered.taxBases[value] }))

/** The tax and the margin with which delivered prices are reckoned. Only what was changed here is saved. */
export function DeliveredForm({ profile }: { profile: Profile }) {
  const stored = {
    tax: profile.tax_percent === 0 ? '' : String(profile.tax_percent),
    taxOn: profile.tax_on,
    margin: profile.quote_margin_percent === 0 ? '' : String(profile.quote_margin_percent),
  }
  const form = useForm({ values: stored, resetOptions: { keepDirtyValues: true } })
  const save = useMutation(changeProfileMutation)
  const { errors } = form.formState
  return (
    <Form
      name="delivered"
      className="flex flex-col items-start gap-4 border-t border-line pt-6"
      onSubmit={form.handleSubmit((typed) => {
        const { tax, taxOn, margin } = typed
        const changed = {
          ...(tax !== stored.tax && { tax_percent: Number(tax) }),
          ...(taxOn !== stored.taxOn && { tax_on: taxOn }),
          ...(margin !== stored.margin && { quote_margin_percent: Number(margin) }),
        }
        save.mutate(changed, whenSaved(form, typed))
      })}
    >
      <div>
        <h3 className="font-semibold">{messages.delivered.settings}</h3>
        <p className="mt-1 max-w-prose text-small text-ink-2">{messages.delivered.settingsText}</p>
      </div>
      <TextField
        label={messages.delivered.taxRate}
        inputMode="decimal"
        autoComplete="off"
        className="tabular max-w-48"
        error={errors.tax?.message ?? (save.isError ? messageOf(save.error) : undefined)}
        hint={messages.delivered.taxRateHint}
        {...form.register('tax', {
          validate: (text) => text.trim() === '' || isTax(text) || messages.delivered.taxInvalid,
        })}
      />
      <Fold
        title={messages.delivered.more}
        heading="h4"
        state={stored.margin === '' ? undefined : messages.delivered.marginOf(stored.margin)}
      >
        <Select label={messages.delivered.taxOn} options={TAX_BASES} {...form.register('taxOn')} />
        <TextField
          label={messages.delivered.margin}
          inputMode="numeric"
          autoComplete="off"
          className="tabular max-w-48"
          error={errors.margin?.message}
          hint={messages.delivered.marginHint}
          {...form.register('margin', {
            validate: (text) => text.trim() === '' || isMargin(text) || messages.delivered.marginInvalid,
          })}
        />
        <LearnedMargin onUse={(margin) => form.setValue('margin', String(margin), { shouldDirty: true })} />
      </Fold>
      <Button type="submit" variant="primary" busy={save.isPending}>
        Save
      </Button>
    </Form>
  )
}

const quoteErrorsQuery = queryOptions({
  queryKey: KEYS.quoteErrors,
  queryFn: async ({ signal }): Promise<QuoteErrors> => (await call(api.readQuoteErrors, { signal })).data,
})

/** How far quotes were off in the user's own wins, with the margin that they propose. */
function LearnedMargin({ onUse }: { onUse: (margin: number) => void }) {
  const { data } = useQuery(quoteErrorsQuery)
  if (!data) return null
  const { wins, median_percent, p90_percent, proposed_margin_percent: margin } = data
  if (median_percent === null || p90_percent === null || margin === null)
    return <p className="text-small text-ink-2">{messages.delivered.learning(wins, COSTS.winsToLearnFrom)}</p>
  return (
    <div className="flex flex-wrap items-center gap-3 text-small text-ink-2 tabular">
      <p>{messages.delivered.learned(wins, median_percent, p90_percent)}</p>
      <Button size="dense" onClick={() => onUse(margin)}>
        {messages.delivered.takeMargin(margin)}
      </Button>
    </div>
  )
}
