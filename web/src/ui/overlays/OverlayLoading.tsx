import { Spinner } from '../loading/Spinner.tsx'

/** Shown while the code of a menu or dialog loads. It appears after a delay, to skip short waits. */
export const OverlayLoading = () => (
  <output className="pointer-events-none fixed inset-x-0 bottom-24 z-40 mx-auto flex w-fit animate-appear items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 text-ink-2 shadow-float">
    <Spinner />
    Loading...
  </output>
)
