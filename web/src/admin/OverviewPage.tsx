import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { messageOf } from '../api/api-error.ts'
import { useNow } from '../time/use-now.ts'
import { briefInBothZones, exactInBothZones } from '../time/zoned-times.ts'
import { Banner } from '../ui/Banner.tsx'
import { Link } from '../ui/Link.tsx'
import { LoadFailure } from '../ui/loading/LoadFailure.tsx'
import { Skeleton } from '../ui/loading/placeholders.tsx'
import { AdminPage } from './AdminPage.tsx'
import { AlarmList } from './AlarmList.tsx'
import { type Overview, overviewQuery } from './overview-queries.ts'
import { OverviewFigures } from './OverviewFigures.tsx'
import { PauseForAll } from './PauseForAll.tsx'

const MINUTE_MS = 60_000

/** What is wrong with the installation, and the state of all that it consists of. */
function OverviewPage() {
  const overview = useQuery(overviewQuery)
  const now = useNow(MINUTE_MS)
  return (
    <AdminPage title="Overview">
      {overview.isPending && <Skeleton className="h-72" />}
      {overview.isError && (
        <LoadFailure
          title={messageOf(overview.error)}
          text={
            overview.data
              ? `What follows was measured at ${exactInBothZones(Date.parse(overview.data.measured_at), now)}, and may be wrong by now.`
              : 'If this stays, the database does not answer. Start PostgreSQL, or mend the way to it.'
          }
          role="alert"
          busy={overview.isFetching}
          onRetry={() => void overview.refetch()}
        />
      )}
      {overview.data && (
        <>
          <Troubles troubles={overview.data.troubles} measuredAt={overview.data.measured_at} now={now} />
          <PauseForAll pause={overview.data.pause} />
          <AlarmList alarms={overview.data.alarms} />
          <OverviewFigures overview={overview.data} />
        </>
      )}
    </AdminPage>
  )
}

type TroublesProps = { troubles: Overview['troubles']; measuredAt: string; now: number }

/** Each trouble with what follows from it and what to do, or one line that there is none. */
const Troubles = ({ troubles, measuredAt, now }: TroublesProps) =>
  troubles.length === 0 ? (
    <Banner tone="success" icon={CircleCheck} title="All is well">
      <span className="tabular">Measured {exactInBothZones(Date.parse(measuredAt), now)}.</span>
    </Banner>
  ) : (
    <ul aria-label="Troubles" className="flex flex-col gap-3">
      {troubles.map((trouble) => (
        <li key={trouble.kind}>
          <TroubleItem trouble={trouble} now={now} />
        </li>
      ))}
    </ul>
  )

function TroubleItem({ trouble, now }: { trouble: Overview['troubles'][number]; now: number }) {
  const { title, text, remedy, to } = messages.troubles.describe(trouble.kind, trouble)
  const section = to.split('#')[1]
  return (
    <Banner
      tone={trouble.severity === 'page' ? 'danger' : 'warning'}
      icon={TriangleAlert}
      title={title}
      role="note"
      action={
        section === undefined ? (
          to !== '/admin' && (
            <Link to={to} className="flex min-h-11 items-center px-2 underline underline-offset-4">
              See more
            </Link>
          )
        ) : (
          <a href={`#${section}`} className="flex min-h-11 items-center px-2 underline underline-offset-4">
            See more
          </a>
        )
      }
    >
      <p>{text}</p>
      <p className="mt-1 font-semibold">{remedy}</p>
      {trouble.since !== null && (
        <p className="mt-1 text-small tabular">Since {briefInBothZones(Date.parse(trouble.since), now)}.</p>
      )}
    </Banner>
  )
}

export { OverviewPage as Component }
