import { followsPasswordAdvice, messages, passwordCriteria, passwordStrength } from '@bidwell/contract'
import { classNames } from '../../ui/class-names.ts'
import { Check, Circle } from '../../ui/icons.tsx'
import { VisuallyHidden } from '../../ui/screen-readers.tsx'

const BAR_CLASS = ['bg-danger', 'bg-danger', 'bg-warning', 'bg-success', 'bg-success', 'bg-success'] as const

/** The strength of a password, and the criteria that it meets and misses. */
export function StrengthMeter({ password }: { password: string }) {
  const { score, label } = passwordStrength(password)
  return (
    <div className="mt-1 flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <div aria-hidden className="grid flex-1 grid-cols-5 gap-1">
          {passwordCriteria.map(({ id }, index) => (
            <span key={id} className={classNames('h-1.5 rounded-full', index < score ? BAR_CLASS[score] : 'bg-line')} />
          ))}
        </div>
        <output className="min-w-24 text-right font-semibold text-ink">{password === '' ? '' : label}</output>
      </div>
      <ul className="grid gap-x-4 sm:grid-cols-2">
        {passwordCriteria.map(({ id, label: criterion, isMet }) => {
          const Icon = isMet(password) ? Check : Circle
          return (
            <li key={id} className={classNames('flex items-start gap-1.5', isMet(password) && 'text-success')}>
              <Icon aria-hidden size={14} className="mt-0.75 shrink-0" />
              {criterion}
              <VisuallyHidden>{isMet(password) ? ' (yes)' : ' (not yet)'}</VisuallyHidden>
            </li>
          )
        })}
      </ul>
      {password !== '' && !followsPasswordAdvice(password) && <p>{messages.account.passwordAdvice}</p>}
    </div>
  )
}
