import { api, type Data, messages } from '@bidwell/contract'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { MINUTE_MS } from '../time/units.ts'
import { useNow } from '../time/use-now.ts'
import { exactInBothZones } from '../time/zoned-times.ts'
import { Card } from '../ui/cards/Card.tsx'
import { Rows } from '../ui/cards/Rows.tsx'
import { Link } from '../ui/Link.tsx'
import { LoadState } from '../ui/loading/LoadState.tsx'
import { ShowMore } from '../ui/loading/ShowMore.tsx'
import { AdminPage } from './AdminPage.tsx'

const actionsQuery = infiniteQueryOptions({
  queryKey: ['admin', 'actions'],
  queryFn: async ({ pageParam, signal }) =>
    (await call(api.listAdminActions, { query: pageParam === null ? {} : { cursor: pageParam }, signal })).data,
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
})

/** What administrators did, and why. */
function LogPage() {
  const log = useInfiniteQuery(actionsQuery)
  const actions = log.data?.pages.flatMap((page) => page.actions) ?? []
  return (
    <AdminPage title="Log of actions">
      <p className="text-ink-2">What administrators did. Nobody can change it; it is kept for a year.</p>
      <LoadState query={log} skeleton="h-40" />
      {log.data && (
        <Card>
          <Rows label="Actions" empty="Nobody has done anything yet.">
            {actions.map((action) => (
              <ActionItem key={action.id} action={action} />
            ))}
          </Rows>
        </Card>
      )}
      <ShowMore query={log}>Show earlier actions</ShowMore>
    </AdminPage>
  )
}

type Action = Data<typeof api.listAdminActions>['actions'][number]

function ActionItem({ action: { at, administrator, action, subject, reason } }: { action: Action }) {
  const now = useNow(MINUTE_MS)
  return (
    <li className="py-3">
      <p className="font-semibold wrap-anywhere">
        {messages.admin.actionText(action)}: <SubjectLink subject={subject} />
      </p>
      <p className="wrap-anywhere">{reason}</p>
      <p className="text-small wrap-anywhere text-ink-2 tabular">
        {administrator ?? 'A former administrator'}, {exactInBothZones(Date.parse(at), now)}
      </p>
    </li>
  )
}

/** What an action was about; for an account, with the way to it. */
function SubjectLink({ subject }: { subject: string }) {
  const account = /^account (\d+)$/.exec(subject)?.[1]
  if (account === undefined) return subject
  return (
    <Link to={`/admin/users/${account}`} className="underline underline-offset-4">
      {subject}
    </Link>
  )
}

export { LogPage as Component }
