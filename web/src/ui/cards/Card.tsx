import type { HTMLAttributes } from 'react'
import { classNames } from '../class-names.ts'

export const Card = ({ className, ...rest }: HTMLAttributes<HTMLDivElement>) => (
  <div {...rest} className={classNames('rounded-card border border-line bg-surface p-3 sm:p-4', className)} />
)
