import { Link } from '../ui/Link.tsx'

/** A link within a sentence, or below one. */
export const TextLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="font-semibold text-accent underline underline-offset-4">
    {children}
  </Link>
)
