import { type ComponentProps, useState } from 'react'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { Choice } from '../ui/fields/Choice.tsx'
import { FileField } from '../ui/fields/FileField.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { MoneyField, TextArea, TextField } from '../ui/fields/TextField.tsx'
import { Group } from './Group.tsx'

const OPTIONS = [
  { value: 'soonest', label: 'Ends soonest' },
  { value: 'latest', label: 'Added last' },
]

type FieldState = Pick<ComponentProps<typeof TextField>, 'hint' | 'error' | 'disabled'>

/** The states of a field, by their names. */
const STATES: [name: string, state: FieldState][] = [
  ['plain', {}],
  ['with a hint', { hint: 'What helps to fill it in.' }],
  ['with an error', { error: 'Enter an amount in dollars, such as 24.50' }],
  ['disabled', { disabled: true }],
]

/** The fields of forms. */
export function Fields() {
  const [choice, setChoice] = useState('keep')
  return (
    <Group title="Fields">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {STATES.map(([name, state]) => (
          <div key={name} className="flex min-w-0 flex-col gap-4">
            <TextField label={`Text, ${name}`} defaultValue="Brass lamp" {...state} />
            <TextField label={`Password, ${name}`} type="password" autoComplete="off" suffix="abc" {...state} />
            <MoneyField label={`Money, ${name}`} defaultValue="24.50" {...state} />
            <TextArea label={`Lines, ${name}`} rows={2} defaultValue="Brass lamp" {...state} />
            <Select label={`Select, ${name}`} options={OPTIONS} {...state} />
            <Checkbox label={`Checkbox, ${name}`} defaultChecked {...state} />
          </div>
        ))}
      </div>
      <Choice
        label="Choice"
        value={choice}
        onChange={setChoice}
        options={[
          { value: 'keep', label: 'Keep', hint: 'Nothing changes.' },
          { value: 'change', label: 'Change', hint: 'From the next bid on.' },
        ]}
      />
      <FileField label="File" hint="What helps to choose one." onFile={() => undefined} />
    </Group>
  )
}
