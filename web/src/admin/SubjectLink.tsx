import { Link } from '../ui/Link.tsx'

/** What an action was about; for an account, with the way to it. */
export function SubjectLink({ subject }: { subject: string }) {
  const account = /^account (\d+)$/.exec(subject)?.[1]
  if (account === undefined) return subject
  return (
    <Link to={`/admin/users/${account}`} className="underline underline-offset-4">
      {subject}
    </Link>
  )
}
