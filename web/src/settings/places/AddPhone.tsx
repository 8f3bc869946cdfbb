import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { pricingQuery } from '../../plans/plan-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'

export const AddPhone = ({ onAdd }: { onAdd: () => void }) => (
  <Button onClick={onAdd}>
    <Plus aria-hidden size={18} />
    Add a phone number
  </Button>
)

const list = new Intl.ListFormat('en-US')

/** Says which plans have text messages. */
export function PhoneNeedsPlan() {
  const plans = useQuery(pricingQuery).data?.plans.filter(({ sms }) => sms) ?? []
  const names = list.format(plans.map(({ name }) => name))
  return (
    <p className="text-small text-ink-2">
      {names === ''
        ? 'Your plan has no text messages.'
        : `Text messages to your phone are part of ${plans.length === 1 ? `the plan ${names}` : `the plans ${names}`}.`}{' '}
      <Link to="/pricing" className="font-semibold text-accent underline underline-offset-4">
        See plans
      </Link>
    </p>
  )
}
