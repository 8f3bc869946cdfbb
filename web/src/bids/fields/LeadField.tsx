import { messages } from '@bidwell/contract'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CONTROL_CLASS, Field } from '../../ui/fields/Field.tsx'
import { leadRisk } from '../typed-bid.ts'

/** Offered as buttons, seconds: short, usual and careful. */
const USUAL_LEADS = [5, 7, 10]

type LeadFieldProps = {
  /** What the field holds, and its value in seconds, null where it has none. */
  typed: string
  seconds: number | null
  fault: string | undefined
  siteName: string
  disabled: boolean
  onChange: (typed: string) => void
}

/** How many seconds before the end the bid is sent, in one line; the usual ones by a button, any other typed, once it is opened. */
export function LeadField({ typed, seconds, fault, siteName, disabled, onChange }: LeadFieldProps) {
  const [isOpen, setIsOpen] = useState(false)
  const risk = seconds === null ? null : leadRisk(seconds, siteName)
  return (
    <div className="text-small">
      {/* Closed, it keeps the field in the page, so that a session that ends keeps what was typed. */}
      <details
        className="group"
        open={isOpen || fault !== undefined}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary className="flex min-h-8 cursor-pointer items-center gap-1 tabular">
          {messages.bid.leadInShort(typed)}
          <span className="group-open:hidden">
            · <span className="text-link">{messages.bid.changeLead}</span>
          </span>
        </summary>
        <Field label="Seconds before the end" error={fault}>
          {(control) => (
            <div className="flex gap-2">
              <input
                {...control}
                name="seconds_before_end"
                inputMode="numeric"
                autoComplete="off"
                disabled={disabled}
                value={typed}
                onChange={(event) => onChange(event.target.value)}
                className={classNames(CONTROL_CLASS, 'min-w-0 flex-1 tabular')}
              />
              {USUAL_LEADS.map((lead) => (
                <Button
                  key={lead}
                  disabled={disabled}
                  aria-pressed={seconds === lead}
                  aria-label={`${lead} s before the end`}
                  className="tabular aria-pressed:border-accent aria-pressed:bg-accent-tint"
                  onClick={() => onChange(String(lead))}
                >
                  {lead} s
                </Button>
              ))}
            </div>
          )}
        </Field>
      </details>
      {risk !== null && <p className="text-ink-2">{risk}</p>}
    </div>
  )
}
