import type { ReactNode } from 'react'
import { Card } from '../ui/cards/Card.tsx'
import { Chips } from '../ui/fields/Chips.tsx'
import { MoneyField, TextField } from '../ui/fields/TextField.tsx'
import type { Faults, Typed } from './read-setting.ts'

type SettingFormProps = { typed: Typed; faults: Faults; onChange: (field: keyof Typed, value: string) => void }

const LEADS = ['3', '5', '7', '10', '30', '60'].map((value) => ({ value, label: `${value} s` }))
const DELAYS = [
  { value: '0', label: 'As usual' },
  { value: '2', label: '2 s slower' },
  { value: '6', label: '6 s slower' },
  { value: '20', label: '20 s slower' },
]

/** The bid, the auction and the rivals to try. */
export function SettingForm({ typed, faults, onChange }: SettingFormProps) {
  const field = (name: keyof Typed) => ({
    name,
    value: typed[name],
    error: faults[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(name, currentTarget.value),
  })
  return (
    <Card>
      <form name="simulator" className="flex flex-col gap-6" onSubmit={(event) => event.preventDefault()}>
        <Group title="Your bid">
          <MoneyField label="Your max" {...field('max')} />
          <TextField label="Seconds before the end" inputMode="numeric" className="tabular" {...field('lead')} />
          <Chips
            wraps
            label="Common timings"
            value={typed.lead}
            chips={LEADS}
            onChange={(lead) => onChange('lead', lead)}
          />
        </Group>
        <Group title="The site, at that moment">
          <Chips
            wraps
            label="How slow the site is"
            value={typed.delay}
            chips={DELAYS}
            onChange={(delay) => onChange('delay', delay)}
          />
        </Group>
        <Group title="The auction">
          <div className="grid grid-cols-2 gap-3">
            <MoneyField label="Starts at" {...field('opening')} />
            <MoneyField label="Bid step" {...field('increment')} />
          </div>
        </Group>
        <Group title="Your rivals" hint="Empty the max of a rival who stays away.">
          <MoneyField label="Early bidder's max" hint="Bid days ago and sleeps." {...field('earlyMax')} />
          <div className="grid grid-cols-2 gap-3">
            <MoneyField label="Watcher's max" {...field('watcherMax')} />
            <TextField label="Answers in, s" inputMode="decimal" {...field('watcherSeconds')} />
          </div>
          <div className="grid grid-cols-2 gap-3">
            <MoneyField label="Other sniper's max" {...field('sniperMax')} />
            <TextField label="Before end, s" inputMode="decimal" {...field('sniperLead')} />
          </div>
        </Group>
      </form>
    </Card>
  )
}

const Group = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => (
  <fieldset className="flex min-w-0 flex-col gap-3">
    <legend className="mb-3 font-semibold">{title}</legend>
    {hint !== undefined && <p className="-mt-2 text-small text-ink-2">{hint}</p>}
    {children}
  </fieldset>
)
