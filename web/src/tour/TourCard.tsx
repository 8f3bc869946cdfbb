import { messages, TOUR } from '@bidwell/contract'
import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import type { TourStep } from './tour-steps.ts'
import { useHighlight } from './use-highlight.ts'

type TourCardProps = {
  step: TourStep
  /** From 0. */
  index: number
  /** The page of the next step is opening. */
  busy: boolean
  onNext: () => void
  onBack: () => void
  onSkip: () => void
}

/**
 * One step of the tour, over the dimmed page. It is no dialog of Base UI, whose focus never leaves the dialog: here, Tab
 * also reaches the element that the step is about.
 */
export function TourCard({ step, index, busy, onNext, onBack, onSkip }: TourCardProps) {
  const layer = useRef<HTMLDivElement>(null)
  const outline = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLDialogElement>(null)
  const [titleId, contentId] = [useId(), useId()]
  useFocusWhileOpen(card)
  useHighlight({ layer, outline, card }, step.target)
  useEscape(onSkip)
  const goBack = () => {
    // The first step has no such button to keep the focus.
    if (index === 1) card.current?.focus()
    onBack()
  }
  const position = messages.tour.position(index + 1, TOUR.steps)
  return (
    <div ref={layer}>
      <div
        ref={outline}
        data-tour-outline
        aria-hidden
        className="peer pointer-events-none fixed z-30 rounded-card shadow-[0_0_0_300vmax_var(--color-veil)] outline-3 outline-offset-4 outline-accent"
      />
      {/* Dims the page where nothing is outlined; otherwise the outline's shadow does. */}
      <div aria-hidden className="fixed inset-0 z-30 hidden bg-veil peer-[[hidden]]:block" />
      <dialog
        open
        ref={card}
        aria-modal={step.target === undefined || undefined}
        aria-labelledby={titleId}
        aria-describedby={contentId}
        tabIndex={-1}
        className="fixed z-30 m-0 flex max-h-[calc(100dvh-24px)] w-100 max-w-[calc(100vw-24px)] flex-col gap-4 overflow-y-auto rounded-card border border-line bg-surface p-4 text-ink shadow-float sm:p-6"
      >
        <progress
          aria-label={messages.tour.progress}
          aria-valuetext={position}
          max={TOUR.steps}
          value={index + 1}
          className="h-1 w-full appearance-none overflow-hidden rounded-full bg-sunken forced-colors:appearance-auto [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        />
        {/* Read out as a whole with each step, because the focus stays on the button that was pressed. */}
        <div aria-live="polite" aria-atomic="true">
          <p className="text-small text-ink-2 tabular">{position}</p>
          <h2 id={titleId} className="mt-1 text-lead font-semibold text-balance">
            {step.title}
          </h2>
          <p id={contentId} className="mt-2 text-ink-2">
            {step.content}
          </p>
        </div>
        <Dots index={index} />
        <div className="flex flex-wrap items-center justify-end gap-3">
          <Button variant="quiet" className="mr-auto -ml-4" onClick={onSkip}>
            {messages.tour.skip}
          </Button>
          {index > 0 && <Button onClick={goBack}>{messages.tour.back}</Button>}
          <Button variant="primary" busy={busy} onClick={onNext}>
            {index === TOUR.steps - 1 ? messages.tour.finish : messages.tour.next}
          </Button>
        </div>
      </dialog>
    </div>
  )
}

/** A dot for each step; the current one is longer and filled. The text above says the same. */
const Dots = ({ index }: { index: number }) => (
  <div aria-hidden data-tour-dots className="flex justify-center gap-2">
    {Array.from({ length: TOUR.steps }, (_, dot) => (
      <span
        key={dot}
        className={classNames(
          'h-2 rounded-full border border-accent',
          dot === index ? 'w-6 bg-accent forced-colors:bg-[Highlight]' : 'w-2',
        )}
      />
    ))}
  </div>
)

/** Focuses the card when it opens. When it closes, the focus returns, or goes to the page's heading. */
function useFocusWhileOpen(card: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const before = document.activeElement
    card.current?.focus({ preventScroll: true })
    return () => {
      // The page is not usable again, and not rendered without the card, before this effect is over.
      queueMicrotask(() => {
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
        const target = isThere ? before : document.querySelector<HTMLElement>('main h1')
        if (document.activeElement === document.body) target?.focus({ preventScroll: true })
      })
    }
  }, [card])
}

/** Esc ends the tour, from its card and from the outlined element, but not while another dialog is open. */
function useEscape(onEscape: () => void) {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isElsewhere = document.querySelector('[role=dialog], [role=menu]') !== null
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) escape()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
