import { classNames } from '../class-names.ts'
import { LoaderCircle } from '../icons.tsx'

/** A placeholder for loading content; `className` sets its size. It appears after a delay, to skip short waits. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden data-loading className={classNames('animate-appear rounded-tag bg-sunken', className)} />
)

export const Spinner = ({ size = 18 }: { size?: number }) => (
  <LoaderCircle aria-hidden size={size} className="motion-safe:animate-spin" />
)

export const PageLoading = () => (
  <output data-loading className="flex animate-appear items-center justify-center gap-3 py-24 text-ink-2">
    <Spinner />
    Loading...
  </output>
)

/** Shown while the code of a menu or dialog loads. It appears after a delay, to skip short waits. */
export const OverlayLoading = () => (
  <output className="pointer-events-none fixed inset-x-0 bottom-24 z-40 mx-auto flex w-fit animate-appear items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 text-ink-2 shadow-float">
    <Spinner />
    Loading...
  </output>
)
