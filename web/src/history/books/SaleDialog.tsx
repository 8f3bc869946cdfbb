import { type HistoryEntry, messages, type Sale, SALE, saleFault } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../api/api-error.ts'
import { faultsOf } from '../../api/faults-of.ts'
import { useOnline } from '../../api/use-online.ts'
import { siteClock } from '../../time/site-clock.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { MoneyField, TextField } from '../../ui/fields/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { placesQuery, saveSaleMutation } from './book-queries.ts'
import { saleOfTyped, typedOf } from './typed-sale.ts'

const FIELDS = ['sold_for', 'fees', 'sold_on', 'sold_at', 'refund'] as const satisfies readonly (keyof Sale)[]
const NAMES = messages.books.fields

type SaleDialogProps = { entry: Pick<HistoryEntry, 'auctionId' | 'title' | 'sale'>; onClose: () => void }

/** What a won item was sold for, and what was refunded. */
export function SaleDialog({ entry, onClose }: SaleDialogProps) {
  const places = useId()
  const { data: earlier = [] } = useQuery(placesQuery)
  const online = useOnline()
  const save = useMutation(saveSaleMutation)
  const today = new Intl.DateTimeFormat('en-CA').format(siteClock.now())
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: typedOf(entry.sale, today) })
  const { errors } = formState
  const field = (name: keyof Sale) => ({ label: NAMES[name], error: errors[name]?.message, ...register(name) })
  const submit = handleSubmit((typed) => {
    const sale = saleOfTyped(typed)
    const wrong = saleFault(sale, today)
    if (wrong) return setError(wrong.field, { message: wrong.fault }, { shouldFocus: true })
    return save.mutate(
      { entry, sale },
      {
        onSuccess: onClose,
        onError: (error) => {
          for (const { field, message } of faultsOf(error, FIELDS)) setError(field, { message }, { shouldFocus: true })
        },
      },
    )
  })
  return (
    <Dialog title={NAMES.sold_for} description={entry.title} onClose={onClose} ignoreOutsideClicks>
      <Form name="sale" onSubmit={submit}>
        {save.isError && faultsOf(save.error, FIELDS).length === 0 && <ErrorBanner title={messageOf(save.error)} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <MoneyField hint={messages.books.soldForHint} {...field('sold_for')} />
          <MoneyField hint={messages.books.feesHint} {...field('fees')} />
          <TextField type="date" max={today} {...field('sold_on')} />
          <TextField
            list={places}
            autoComplete="off"
            maxLength={SALE.maxPlaceLength}
            placeholder="eBay"
            {...field('sold_at')}
          />
          <MoneyField hint={messages.books.refundHint} {...field('refund')} />
        </div>
        <datalist id={places}>
          {earlier.map((place) => (
            <option key={place} value={place}>
              {place}
            </option>
          ))}
        </datalist>
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          busy={save.isPending}
          whyNot={online ? null : messages.books.offline}
        >
          Save
        </Button>
      </Form>
    </Dialog>
  )
}
