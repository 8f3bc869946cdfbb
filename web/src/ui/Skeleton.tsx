import { classNames } from './class-names.ts'

/** Holds the place of what is loading, at the size given by its class; shown only once the wait is felt. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden data-loading className={classNames('animate-appear rounded-tag bg-sunken', className)} />
)
