import { classNames } from './class-names.ts'

/** A placeholder for content that loads; `className` sets its size. It appears after a delay, so that a short wait shows nothing. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden data-loading className={classNames('animate-appear rounded-tag bg-sunken', className)} />
)
