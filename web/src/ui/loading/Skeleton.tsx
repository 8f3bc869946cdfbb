import { classNames } from '../class-names.ts'

/** A placeholder for loading content; `className` sets its size. It appears after a delay, to skip short waits. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden data-loading className={classNames('animate-appear rounded-tag bg-sunken', className)} />
)
