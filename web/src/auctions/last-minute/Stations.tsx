import { classNames } from '../../ui/class-names.ts'
import { ArrowUp, Check, X } from '../../ui/icons.tsx'
import type { Station } from './stations.ts'

const CLASS = {
  done: 'border-success font-semibold text-success',
  current: 'border-urgent font-semibold',
  ahead: 'border-line text-ink-2',
  outbid: 'border-warning font-semibold text-warning',
  failed: 'border-neutral font-semibold text-neutral',
} as const satisfies Record<Station['state'], string>

const SPOKEN = { done: ', done', current: '', ahead: ', not yet', outbid: '', failed: '' } as const

/** The stations of a bid on its way. */
export const Stations = ({ stations }: { stations: readonly Station[] }) => (
  <ol aria-label="How far this bid has come" className="grid grid-cols-[2fr_2fr_3fr_2fr] gap-1.5 text-label">
    {stations.map(({ name, state }, index) => (
      // The names change while the stations stay.
      // oxlint-disable-next-line react/no-array-index-key
      <li
        key={index}
        aria-current={state === 'current' ? 'step' : undefined}
        className={classNames('border-t-3 pt-1 transition-colors motion-reduce:transition-none', CLASS[state])}
      >
        {state === 'done' && <Check aria-hidden size={14} strokeWidth={3} className="mr-0.5 inline" />}
        {state === 'outbid' && <ArrowUp aria-hidden size={14} strokeWidth={3} className="mr-0.5 inline" />}
        {state === 'failed' && <X aria-hidden size={14} strokeWidth={3} className="mr-0.5 inline" />}
        <span className="wrap-anywhere">{name}</span>
        <span className="sr-only">{SPOKEN[state]}</span>
      </li>
    ))}
  </ol>
)
