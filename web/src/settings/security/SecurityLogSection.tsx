import { type api, type Data, messages } from '@bidwell/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MINUTE_MS } from '../../time/units.ts'
import { useNow } from '../../time/use-now.ts'
import { exactInBothZones } from '../../time/zoned-times.ts'
import { Section } from '../../ui/cards/Section.tsx'
import { CircleCheck, CircleX } from '../../ui/icons.tsx'
import { LoadState } from '../../ui/loading/LoadState.tsx'
import { ShowMore } from '../../ui/loading/ShowMore.tsx'
import { securityLogQuery } from './security-queries.ts'

/** Who signed in or tried to, and what changed about the protection of the account. */
export function SecurityLogSection() {
  const log = useInfiniteQuery(securityLogQuery)
  const events = log.data?.pages.flatMap((page) => page.events) ?? []
  return (
    <Section
      title="Security log"
      text="Every sign-in, failed or not, and every change of what protects your account. Nobody can change it; it is kept for a year."
    >
      <LoadState query={log} skeleton="h-40" />
      {events.length > 0 && (
        <ul aria-label="Security log" className="flex flex-col divide-y divide-line">
          {events.map((event) => (
            <EventItem key={event.id} event={event} />
          ))}
        </ul>
      )}
      <ShowMore query={log}>Show earlier events</ShowMore>
    </Section>
  )
}

type Event = Data<typeof api.listSecurityEvents>['events'][number]

function EventItem({ event: { kind, outcome, detail, at, device, ip_address: address } }: { event: Event }) {
  const now = useNow(MINUTE_MS)
  const Icon = outcome === 'ok' ? CircleCheck : CircleX
  const origin = [device, address === null ? null : `from ${address}`].filter((part) => part !== null)
  return (
    <li className="flex items-start gap-3 py-2">
      <Icon
        aria-hidden
        size={20}
        className={outcome === 'ok' ? 'mt-0.5 shrink-0 text-ink-2' : 'mt-0.5 shrink-0 text-danger'}
      />
      <div className="min-w-0">
        <p className="font-semibold">{messages.securityLog.eventText(kind, outcome, detail)}</p>
        <p className="text-small wrap-anywhere text-ink-2 tabular">{exactInBothZones(Date.parse(at), now)}</p>
        {origin.length > 0 && <p className="text-small wrap-anywhere text-ink-2">{origin.join(' ')}</p>}
      </div>
    </li>
  )
}
