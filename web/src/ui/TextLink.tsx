import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link } from './Link.tsx'

type TextLinkProps = { to: string; className?: string; children: ReactNode }

/** A link within a sentence, or below one. */
export const TextLink = ({ to, className, children }: TextLinkProps) => (
  <Link to={to} className={classNames('text-link', className)}>
    {children}
  </Link>
)
