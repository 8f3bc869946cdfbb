import { amountFault, BID, dollarsFromCents, formatCents, maximumFault, messages } from '@bidwell/contract'
import { type FormEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { PriceBar } from '../../auctions/last-minute/PriceBar.tsx'
import { lastMinuteText } from '../../auctions/last-minute/shown-auction.ts'
import { standingOf } from '../../auctions/last-minute/standing.ts'
import { stationsOf } from '../../auctions/last-minute/stations.ts'
import { Stations } from '../../auctions/last-minute/Stations.tsx'
import { isOver, stateOf } from '../../auctions/tracked/auction-state.ts'
import { tagOf } from '../../auctions/tracked/state-styles.ts'
import { siteExact } from '../../bids/receipt/exact-times.ts'
import { moneyLines, proofOf, timeLines } from '../../bids/receipt/receipt-lines.ts'
import { ReceiptFacts } from '../../bids/receipt/ReceiptFacts.tsx'
import { timeLeftText } from '../../time/countdown-rules.ts'
import { deviceClock } from '../../time/device-clock.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { MoneyField } from '../../ui/fields/TextField.tsx'
import { Link } from '../../ui/Link.tsx'
import { centsFromTyped } from '../../ui/money.ts'
import { Picture } from '../../ui/Picture.tsx'
import { announce } from '../../ui/screen-readers.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { describeOutcome, describeStep, explainClose, secondsText } from '../describe-close.ts'
import { OutcomeBanner } from '../OutcomeBanner.tsx'
import { leastWinningMax } from '../simulate-close.ts'
import { StepList } from '../StepList.tsx'
import { usePlayback } from '../use-playback.ts'
import {
  FIRST_MAX_CENTS,
  LOWER_MAX_CENTS,
  PLAYED_MS,
  type Practice,
  practiceWith,
  receiptOf,
  stepsUntil,
  trackedAt,
} from './practice.ts'

const typedFrom = (cents: number) => dollarsFromCents(cents).toFixed(2)

/** A made-up close to play: a maximum, the last seconds, and the receipt. */
export function PracticePanel() {
  const [typed, setTyped] = useState(typedFrom(FIRST_MAX_CENTS))
  const [fault, setFault] = useState<string | null>(null)
  const [practice, setPractice] = useState(() => practiceWith(FIRST_MAX_CENTS, deviceClock.now()))
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { setting, close } = practice
  const announceEnd = useCallback(
    () => announce(`${describeOutcome(close)}. ${explainClose(setting, close)}`),
    [setting, close],
  )
  const playback = usePlayback(announceEnd)
  const { beforeEndMs } = playback
  const isPlaying = beforeEndMs !== null
  useAnnouncedSteps(practice, beforeEndMs)

  // It was opened to be played.
  const playFirst = useEffectEvent(() => play(FIRST_MAX_CENTS))
  useEffect(() => playFirst(), [])

  function play(cents: number) {
    const next = practiceWith(cents, deviceClock.now())
    setTyped(typedFrom(cents))
    setFault(null)
    setPractice(next)
    playback.start(PLAYED_MS, 1)
    announce(messages.practice.begins(formatCents(priceAt(next, PLAYED_MS))))
    // The button that was pressed may be gone.
    button.current?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPlaying) {
      playback.stop()
      return announceEnd()
    }
    const cents = centsFromTyped(typed)
    const wrong = cents === null ? messages.bidRefusal.amountUnreadable : faultOf(practice, cents)
    setFault(wrong)
    if (cents === null || wrong !== null) field.current?.focus()
    else play(cents)
  }

  return (
    <div className="flex flex-col gap-4">
      <form name="practice" onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-40">
          <MoneyField
            label={messages.practice.maxLabel}
            hint={messages.practice.maxHint(formatCents(priceAt(practice, PLAYED_MS)), secondsText(setting.own.leadMs))}
            error={fault ?? undefined}
            ref={field}
            name="practice-max"
            readOnly={isPlaying}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </div>
        <Button ref={button} type="submit" variant="primary" className="sm:mt-6">
          {isPlaying ? messages.practice.showEnd : messages.practice.playAgain}
        </Button>
      </form>
      {isPlaying ? (
        <Playing practice={practice} beforeEndMs={beforeEndMs} />
      ) : (
        <Played practice={practice} onPlay={play} />
      )}
    </div>
  )
}

const priceAt = (practice: Practice, beforeEndMs: number) =>
  Math.round(trackedAt(practice, beforeEndMs).auction.currentBid * 100)

/** What the app's own form would refuse. */
function faultOf(practice: Practice, cents: number): string | null {
  const { auction } = trackedAt(practice, PLAYED_MS)
  const lowestCents = Math.round(auction.minimumBid * 100)
  return amountFault(dollarsFromCents(cents)) ?? maximumFault(cents, { bidCount: auction.bidCount, lowestCents })
}

/** Announces each step when it comes; the end is announced with its reason. */
function useAnnouncedSteps(practice: Practice, beforeEndMs: number | null) {
  const played =
    beforeEndMs === null ? [] : stepsUntil(practice, beforeEndMs).filter((step) => step.beforeEndMs < PLAYED_MS)
  const latest = played.at(-1)
  useEffect(() => {
    if (latest) announce(describeStep(latest))
  }, [latest])
}

/** The close as the last minute of the app shows it. */
function Playing({ practice, beforeEndMs }: { practice: Practice; beforeEndMs: number }) {
  const tracked = trackedAt(practice, beforeEndMs)
  const { auction } = tracked
  const now = auction.endsOn - beforeEndMs
  const state = stateOf(tracked, now)
  const { tone, icon, label } = tagOf(tracked, state)
  const standing = standingOf(tracked, state)
  const stations = stationsOf(tracked, isOver(auction, now))
  const calm = useMediaQuery('(prefers-reduced-motion: reduce)')
  const latest = stepsUntil(practice, beforeEndMs).at(-1)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <Picture url={auction.imageUrls[0]} px={72} />
        <div className="flex min-w-0 flex-col items-start">
          <Tag tone={tone} icon={icon}>
            {label}
          </Tag>
          <span
            role="timer"
            aria-label={timeLeftText(auction.endsOn, now)}
            className="block text-hero font-semibold whitespace-nowrap tabular"
          >
            {lastMinuteText(beforeEndMs, calm ? 'seconds' : 'tenths')}
          </span>
        </div>
      </div>
      <p className="font-semibold">{auction.title}</p>
      {standing && <PriceBar standing={standing} />}
      {stations && <Stations stations={stations} />}
      {latest && <p>{describeStep(latest)}</p>}
    </div>
  )
}

function Played({ practice, onPlay }: { practice: Practice; onPlay: (cents: number) => void }) {
  const { setting, close } = practice
  const receipt = receiptOf(practice)
  const proof = proofOf(receipt)
  const next = close.outcome === 'won' ? LOWER_MAX_CENTS : leastWinningMax(setting, BID.maxAmountDollars * 100)
  return (
    <section aria-label={messages.practice.receiptTitle} className="flex flex-col gap-4">
      <OutcomeBanner setting={setting} close={close} />
      {proof !== null && <p className="font-semibold tabular">{proof}</p>}
      <ReceiptFacts lines={moneyLines(receipt)} />
      <div className="flex flex-wrap gap-3">
        <Link to="/dashboard" className={buttonClass({ variant: 'primary' })}>
          {messages.practice.forReal}
        </Link>
        {next !== null && next !== setting.own.maxCents && (
          <Button onClick={() => onPlay(next)}>{messages.practice.playAgainUpTo(formatCents(next))}</Button>
        )}
      </div>
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">{messages.practice.detailsTitle}</summary>
        <div className="flex flex-col gap-4">
          <ReceiptFacts lines={timeLines(receipt, siteExact)} />
          <StepList label={messages.practice.stepsTitle} steps={close.steps} />
        </div>
      </details>
    </section>
  )
}
