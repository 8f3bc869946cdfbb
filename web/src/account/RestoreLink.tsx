import { useQuery } from '@tanstack/react-query'
import { operatorQuery } from '../api/installation-queries.ts'
import { Link } from '../ui/Link.tsx'

/** The way to the page that restores a backup; nothing once the installation has an account. */
export function RestoreLink() {
  const offer = useQuery(operatorQuery).data?.restore ?? null
  if (offer === null) return null
  return (
    <Link
      to="/restore"
      className="inline-flex min-h-11 items-center text-small text-ink-2 underline underline-offset-4"
    >
      Restore a backup
    </Link>
  )
}
