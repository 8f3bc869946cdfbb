import { type Auction, type GroupOfBid, messages } from '@bidwell/contract'
import { memo, type ReactNode } from 'react'
import { Countdown } from '../../time/LiveTime.tsx'
import { inBothZones } from '../../time/zoned-times.ts'
import { classNames } from '../../ui/class-names.ts'
import { Layers } from '../../ui/icons.tsx'
import { LabelList } from '../../ui/LabelList.tsx'
import { Link } from '../../ui/Link.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { LIST_ITEM } from '../../ui/screen-readers.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Price } from '../price/Price.tsx'
import { auctionCardId } from '../tracked/auction-card.ts'
import { type AuctionState, isOver } from '../tracked/auction-state.ts'
import { tagOf } from '../tracked/state-styles.ts'
import type { TrackedAuction, AuctionCommands } from '../tracked/tracked-auction.ts'
import { AuctionActions } from './AuctionActions.tsx'
import { AuctionFigures } from './AuctionFigures.tsx'
import { AuctionStatusLine } from './AuctionStatusLine.tsx'
import { COLUMNS, PLACE } from './columns.ts'
import { hasStatus } from './status-of.ts'

export type AuctionCardProps = {
  tracked: TrackedAuction
  state: AuctionState
  /** The site's time at the last transition, epoch ms. Countdowns read the clock themselves. */
  now: number
  siteName: string
  open: boolean
  /** Null while no auction is selected. */
  checked: boolean | null
} & (Tracked | Example)

/** `to` is the address that the title links to. */
type Tracked = { to: string; commands: AuctionCommands; example?: undefined }
/** An auction that nobody tracks, with a tag that says so. */
type Example = { to?: undefined; commands?: undefined; example: { tag: ReactNode; actions: ReactNode } }

const FRAME = classNames(
  'group/auction relative scroll-mt-20 scroll-mb-20 overflow-hidden rounded-card border bg-surface p-3 md:scroll-mb-4',
  'roomy:p-4',
  'phone:p-2.5',
  'dense:min-h-18 dense:rounded-none dense:border-0 dense:border-b dense:py-2.5',
  'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-accent dense:has-[a:focus-visible]:-outline-offset-2',
)

/** An auction in the list: a card, or a row of two lines where the list is dense. */
export const AuctionCard = memo(
  ({ tracked, state, now, siteName, to, open, checked, commands, example }: AuctionCardProps) => {
    const { auction } = tracked
    const style = tagOf(tracked, state)
    const final = state === 'final_minute'
    return (
      <div
        {...LIST_ITEM}
        id={auctionCardId(auction.id)}
        data-auction-card={auction.id}
        className={classNames(
          FRAME,
          mayClose(tracked, state) && 'phone:min-h-[9.125rem] dense:min-h-22',
          final
            ? 'border-urgent inset-ring-1 inset-ring-urgent dense:inset-ring-2'
            : open
              ? 'border-accent dense:border-line dense:bg-accent-tint/50'
              : 'border-line',
        )}
      >
        <div
          className={classNames(
            'grid items-center gap-x-3 gap-y-2 phone:gap-x-2.5 phone:gap-y-1 dense:gap-y-0',
            COLUMNS,
          )}
        >
          <Picture
            url={auction.imageUrls[0]}
            px={72}
            className="row-span-2 self-start roomy:row-span-1 phone:size-12 dense:size-12 dense:self-center"
          >
            {commands && (
              <SelectBox title={auction.title} checked={checked} onSelect={() => commands.select(auction.id)} />
            )}
          </Picture>
          <div className="min-w-0 self-end roomy:self-center phone:contents dense:contents">
            <div className="mb-1 phone:col-start-2 phone:row-start-1 phone:mb-0 dense:col-start-2 dense:row-start-2 dense:mb-0">
              <Tag tone={style.tone} icon={style.icon}>
                {style.label}
              </Tag>
              {example?.tag}
            </div>
            <h3 className="text-body font-semibold phone:col-span-2 phone:col-start-2 phone:row-start-2 phone:self-start phone:leading-5 dense:col-span-2 dense:col-start-2 dense:row-start-1">
              {example ? (
                auction.title
              ) : (
                <Link
                  to={to}
                  aria-current={open || undefined}
                  className="line-clamp-2 break-words outline-none after:absolute after:inset-0 dense:leading-5"
                >
                  {auction.title}
                </Link>
              )}
            </h3>
            <div className="mt-1 flex min-w-0 flex-wrap items-center gap-1 empty:hidden phone:col-span-2 phone:col-start-2 phone:row-start-3 dense:col-start-2 dense:-col-end-1 dense:row-start-4">
              {tracked.bid?.group && <GroupChip group={tracked.bid.group} />}
              <LabelList labels={auction.labels} most={2} />
            </div>
          </div>
          <AuctionTime auction={auction} state={state} now={now} focused={open} />
          <AuctionFigures {...{ tracked, state, now }}>
            {example ? example.actions : <AuctionActions {...{ tracked, state, now, siteName, commands }} />}
          </AuctionFigures>
          {hasStatus(tracked, state) && (
            <AuctionStatusLine tracked={tracked} state={state} siteName={siteName} canAct={commands !== undefined} />
          )}
        </div>
      </div>
    )
  },
)

/**
 * From its last minute on, a row keeps room for the line of its result, so that those below it stay where they are when it
 * comes. Kept for an hour, the room would put three of ten auctions out of sight.
 */
const mayClose = ({ bid }: TrackedAuction, state: AuctionState): boolean =>
  bid?.status === 'pending' && (state === 'final_minute' || state === 'bidding')

type SelectBoxProps = { title: string; checked: boolean | null; onSelect: () => void }

const SelectBox = ({ title, checked, onSelect }: SelectBoxProps) => (
  <input
    type="checkbox"
    aria-label={`Select ${title}`}
    // Without a selection, the key `x` and the menu select: five hundred more stops for the Tab key help nobody.
    tabIndex={checked === null ? -1 : undefined}
    checked={checked === true}
    onChange={onSelect}
    className={classNames(
      'absolute top-1 left-1 z-1 size-6 accent-accent',
      checked === null &&
        'pointer-events-none opacity-0 group-hover/auction:pointer-events-auto group-hover/auction:opacity-100',
    )}
  />
)

/** The group of a bid on its card: its name, and in one word what it does with the bid. */
const GroupChip = ({ group: { name, state } }: { group: GroupOfBid }) => (
  <p className="inline-flex min-w-0 items-center gap-1 rounded-full border border-edge px-2 py-px text-label text-ink-2">
    <Layers aria-hidden size={12} className="shrink-0" />
    <span className="sr-only">{messages.bidGroup.group}: </span>
    <span className="max-w-32 truncate">{name}</span>
    <span className="shrink-0 font-semibold">· {messages.bidGroup.word[state]}</span>
  </p>
)

type AuctionTimeProps = { auction: Auction; state: AuctionState; now: number; focused: boolean }

/** The states in which the price that was read last need not be the final one. */
const OPEN_STATES: readonly AuctionState[] = ['checking', 'withdrawn', 'result_pending']

/** The card's largest figure: the time left, or the final price of an ended auction, which a dense row has among the prices. */
function AuctionTime({ auction, state, now, focused }: AuctionTimeProps) {
  const over = isOver(auction, now)
  const settled = over && !OPEN_STATES.includes(state)
  const times = inBothZones(auction.endsOn, now)
  return (
    <div
      title={times.join(' · ')}
      className={classNames(
        'min-w-0 phone:col-start-3 phone:row-start-1 phone:text-right phone:*:first:text-lead roomy:text-right dense:text-right dense:*:first:text-body',
        over ? PLACE.price : PLACE.time,
      )}
    >
      {settled ? (
        <Price dollars={auction.currentBid} className="text-timer" />
      ) : (
        <Countdown endsOn={auction.endsOn} focused={focused} />
      )}
      <div className="flex flex-wrap gap-x-2 text-label whitespace-nowrap text-ink-2 tabular roomy:justify-end dense:justify-end phone:hidden narrow:hidden">
        {/* A dense row has room for one time, the viewer's own. */}
        {times.map((time, index) => (
          <span key={time} className={classNames(index < times.length - 1 && 'dense:hidden')}>
            {settled && index === 0 && <span className="dense:hidden">Ended </span>}
            {time}
          </span>
        ))}
      </div>
    </div>
  )
}
