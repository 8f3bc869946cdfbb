import type { ReactNode } from 'react'
import { Link } from './Link.tsx'

/** A link within a sentence, or below one. */
export const TextLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="text-link">
    {children}
  </Link>
)
