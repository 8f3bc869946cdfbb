import { messages } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../api/api-error.ts'
import { MINUTE_MS } from '../time/units.ts'
import { useNow } from '../time/use-now.ts'
import { useWhen } from '../time/use-when.ts'
import { exactInBothZones } from '../time/zoned-times.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Rows } from '../ui/cards/Rows.tsx'
import { Section } from '../ui/cards/Section.tsx'
import { CircleCheck, TriangleAlert } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { LoadFailure } from '../ui/loading/LoadFailure.tsx'
import { Skeleton } from '../ui/loading/placeholders.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import { AdminPage } from './AdminPage.tsx'
import { clearAlarmMutation, type Overview, overviewQuery } from './overview-queries.ts'
import { OverviewFigures } from './OverviewFigures.tsx'
import { PauseForAll } from './PauseForAll.tsx'

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
          <TroubleItem trouble={trouble} />
        </li>
      ))}
    </ul>
  )

function TroubleItem({ trouble }: { trouble: Overview['troubles'][number] }) {
  const when = useWhen()
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
      {trouble.since !== null && <p className="mt-1 text-small tabular">Since {when(trouble.since)}.</p>}
    </Banner>
  )
}

type Alarm = Overview['alarms'][number]

/** What the product has set aside for the operator, who clears each when it is done. */
function AlarmList({ alarms }: { alarms: readonly Alarm[] }) {
  const [asked, setAsked] = useState<Alarm | null>(null)
  const when = useWhen()
  return (
    <Section id="alarms" title="Alarms">
      <Rows label="Alarms" empty="No alarms.">
        {alarms.map((alarm) => (
          <li key={`${alarm.kind} ${alarm.subject}`} className="flex flex-wrap items-start gap-x-3 gap-y-2 py-2">
            <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <p>{alarm.sentence}</p>
              <p className="text-small text-ink-2 tabular">{when(alarm.raised_at)}</p>
            </div>
            <Button aria-label={`Clear: ${alarm.sentence}`} onClick={() => setAsked(alarm)}>
              Clear
            </Button>
          </li>
        ))}
      </Rows>
      {asked !== null && <ClearDialog alarm={asked} onClose={() => setAsked(null)} />}
    </Section>
  )
}

function ClearDialog({ alarm: { kind, subject, sentence }, onClose }: { alarm: Alarm; onClose: () => void }) {
  const { mutateAsync } = useMutation(clearAlarmMutation)
  return (
    <ActionDialog
      title="Clear this alarm?"
      confirm="Clear the alarm"
      hint="It stands in the log of your actions."
      act={(reason) => mutateAsync({ kind, subject, reason })}
      done="The alarm is cleared"
      onClose={onClose}
    >
      <p className="wrap-anywhere">{sentence}</p>
      <p className="mt-2">
        Clearing mends nothing, and cannot be undone. If the same is found again, the alarm is raised again.
      </p>
    </ActionDialog>
  )
}

export { OverviewPage as Component }
