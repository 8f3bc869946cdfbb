import { memo, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/Link.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { LotActions } from './LotActions.tsx'
import { LotFigures } from './LotFigures.tsx'
import { LotStatusLine } from './LotStatusLine.tsx'
import { LotTime } from './LotTime.tsx'
import type { LotState } from './lot-state.ts'
import type { Lot } from './lot.ts'
import { FUSE_CLASS, STATE_STYLES } from './state-styles.ts'
import { Fuse } from '../../time/LiveTime.tsx'
import type { LotCommands } from './lot-commands.ts'

export type LotCardProps = {
  lot: Lot
  state: LotState
  /** The site's time at the last transition, epoch ms. Countdowns read the clock themselves. */
  now: number
  siteName: string
  open: boolean
  /** Null while no lot is selected. */
  checked: boolean | null
} & (Tracked | Example)

/** `to` is the address that the title links to. */
type Tracked = { to: string; commands: LotCommands; example?: undefined }
/** An auction that nobody tracks, with a tag that says so. */
type Example = { to?: undefined; commands?: undefined; example: { tag: ReactNode; actions: ReactNode } }

// Only the title's width varies, so that the figures of all cards form columns.
const COLUMNS = classNames(
  'grid-cols-[4.5rem_minmax(0,1fr)]',
  '@row:grid-cols-[4.5rem_minmax(0,1fr)_7.75rem_6.25rem_6.25rem_10.75rem]',
  '@4xl:grid-cols-[4.5rem_minmax(0,1fr)_7.75rem_6.25rem_6.25rem_3.25rem_10.75rem]',
)

export const LotCard = memo(({ lot, state, now, siteName, to, open, checked, commands, example }: LotCardProps) => {
  const { auction } = lot
  const style = STATE_STYLES[state]
  const final = state === 'final_minute'
  return (
    <li
      data-lot={auction.id}
      className={classNames(
        'relative scroll-mt-20 scroll-mb-20 md:scroll-mb-4 overflow-hidden [contain-intrinsic-size:auto_9rem] rounded-card border [content-visibility:auto] bg-surface p-3 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-accent @row:p-4',
        final ? 'border-2 border-urgent' : open ? 'border-accent' : 'border-line',
      )}
    >
      {auction.closedBecause === null && <Fuse endsOn={auction.endsOn} className={FUSE_CLASS[style.tone]} />}
      <div className={classNames('grid items-center gap-x-3 gap-y-2', COLUMNS)}>
        <Picture url={auction.imageUrls[0]} px={72} className="row-span-2 self-start @row:row-span-1">
          {checked !== null && (
            <input
              type="checkbox"
              aria-label={`Select ${auction.title}`}
              checked={checked}
              onChange={() => commands?.select(auction.id)}
              className="absolute top-1 left-1 z-1 size-6 accent-accent"
            />
          )}
        </Picture>
        <div className="min-w-0 self-end @row:self-center">
          <div className={classNames('mb-1', final && 'grid')}>
            <Tag tone={style.tone} icon={style.icon}>
              {style.label}
            </Tag>
            {example?.tag}
          </div>
          <h3 className="text-body font-semibold">
            {example ? (
              auction.title
            ) : (
              <Link
                to={to}
                aria-current={open || undefined}
                className="line-clamp-2 break-words outline-none after:absolute after:inset-0"
              >
                {auction.title}
              </Link>
            )}
          </h3>
        </div>
        <LotTime auction={auction} state={state} now={now} focused={open} />
        <LotFigures {...{ lot, state, now }}>
          {example ? example.actions : <LotActions {...{ lot, state, now, siteName, commands }} />}
        </LotFigures>
        <p
          className={classNames(
            'col-span-full text-small @row:col-start-2',
            state === 'at_risk' || state === 'stopped' ? 'font-semibold text-danger' : 'text-ink-2',
          )}
        >
          <LotStatusLine lot={lot} state={state} siteName={siteName} />
        </p>
      </div>
    </li>
  )
})
