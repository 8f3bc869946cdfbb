import { type api, type Data, type Incident, messages, SERVICE_LEVEL } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { useSiteName } from '../../api/installation-queries.ts'
import { useSession } from '../../session/session.ts'
import { useWhen } from '../../time/use-when.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Check, CircleCheck, CirclePause, TriangleAlert } from '../../ui/icons.tsx'
import { LoadState } from '../../ui/loading/LoadState.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { LinkLine, TextPage, TextSection } from '../TextPage.tsx'
import { ForUsersOnly } from './ForUsersOnly.tsx'
import { serviceStatusQuery } from './service-queries.ts'

type Status = Data<typeof api.readServiceStatus>

const PLACES = [
  'engines',
  'bids',
  'site',
  'jobs',
  'alerts',
] as const satisfies readonly (keyof typeof messages.serviceLevel.places)[]

/** `/status`: whether the installation works now, and its incidents. It refreshes itself. */
function StatusPage() {
  const status = useQuery(serviceStatusQuery(useSession()))
  const isRefused = isApiError(status.error, 'not_signed_in')
  return (
    <TextPage
      title="Status"
      intro="Whether this installation of Bidwell works now, and when it did not. The page refreshes itself."
    >
      {isRefused && <ForUsersOnly>{messages.serviceLevel.statusForUsersOnly}</ForUsersOnly>}
      {!isRefused && (
        <LoadState
          query={status}
          skeleton="h-96"
          title={messages.serviceLevel.notRefreshed}
          text={messageOf(status.error)}
        />
      )}
      {status.data && <Present status={status.data} />}
      {status.data && <Incidents incidents={status.data.incidents} />}
      <TextSection title="More">
        <LinkLine to="/service-level">How the bids were served</LinkLine>
      </TextSection>
    </TextPage>
  )
}

function Present({ status }: { status: Status }) {
  const site = useSiteName()
  const when = useWhen()
  return (
    <TextSection title="Now">
      <div className="w-full">
        <Verdict status={status} />
      </div>
      <ul aria-label="State by part" className="flex w-full flex-col divide-y divide-line">
        {PLACES.map((place) => {
          const isOk = status[place] === 'ok'
          const { label, ok, trouble } = messages.serviceLevel.places[place]
          return (
            <li key={place} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <span className="min-w-0 flex-1 basis-48">
                <span className="block font-semibold">{label}</span>
                <span className="block text-small text-ink-2">{isOk ? ok : trouble(site)}</span>
              </span>
              <Tag tone={isOk ? 'success' : 'danger'} icon={isOk ? Check : TriangleAlert}>
                {isOk ? 'Works' : 'Trouble'}
              </Tag>
            </li>
          )
        })}
      </ul>
      <p className="text-small text-ink-2">Read {when(status.checked_at)}.</p>
    </TextSection>
  )
}

/** The state in a sentence: the worst first. */
function Verdict({ status }: { status: Status }) {
  const when = useWhen()
  const { engines, bids, pause } = status
  if (engines === 'down' || bids === 'overdue')
    return <Banner tone="danger" icon={TriangleAlert} title={messages.serviceLevel.cannotBid} />
  if (pause !== null) {
    return (
      <Banner
        tone="warning"
        icon={CirclePause}
        title={pause.state === 'all' ? messages.serviceLevel.pausedAll : messages.serviceLevel.pausedNew}
      >
        {pause.reason !== null && <p>“{pause.reason}”</p>}
        <p>Since {when(pause.since)}.</p>
      </Banner>
    )
  }
  const isWell = PLACES.every((place) => status[place] === 'ok')
  return isWell ? (
    <Banner tone="success" icon={CircleCheck} title={messages.serviceLevel.allWell} />
  ) : (
    <Banner tone="warning" icon={TriangleAlert} title={messages.serviceLevel.troubled} />
  )
}

function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  const when = useWhen()
  return (
    <TextSection title="Incidents of the last 90 days">
      {incidents.length === 0 && <p className="text-ink-2">{messages.serviceLevel.noIncidents}</p>}
      {incidents.length > 0 && (
        <ul aria-label="Incidents" className="flex w-full flex-col divide-y divide-line">
          {incidents.map(({ kind, began_at, ended_at }) => {
            const length =
              ended_at === null
                ? messages.serviceLevel.lasts
                : `for ${messages.serviceLevel.lasted(Date.parse(ended_at) - Date.parse(began_at))}`
            return (
              <li key={`${kind} ${began_at}`} className="py-2">
                <span className="block font-semibold">{messages.serviceLevel.incidents[kind]}</span>
                <span className="block text-small text-ink-2">
                  {when(began_at)}, {length}
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {incidents.length === SERVICE_LEVEL.mostIncidents && (
        <p className="text-small text-ink-2">{messages.serviceLevel.onlyLatest}</p>
      )}
    </TextSection>
  )
}

export const head = {
  title: 'Status',
  description: 'Whether this installation of Bidwell works now, and when it did not in the last 90 days.',
}

export { StatusPage as Component }
