import {
  type Median,
  messages,
  SERVICE_LEVEL,
  type ServiceFigures as Figures,
  type ServicePeriod,
} from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { useSite } from '../../api/installation-queries.ts'
import { useSession } from '../../session/session.ts'
import { LoadState } from '../../ui/loading/LoadState.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ForUsersOnly } from './ForUsersOnly.tsx'
import { serviceLevelQuery } from './service-queries.ts'

const SHARES = [
  'sent',
  'accepted',
  'ours',
  'site',
  'login',
  'limit',
  'ended_early',
  'unknown',
  'corrected',
] as const satisfies readonly messages.serviceLevel.ServiceRow[]

/** The figures of this installation, or why they are not there. */
export function ServiceFigures() {
  const answer = useQuery(serviceLevelQuery(useSession()))
  if (isApiError(answer.error, 'not_signed_in'))
    return <ForUsersOnly>{messages.serviceLevel.forUsersOnly}</ForUsersOnly>
  return (
    <>
      <LoadState query={answer} skeleton="h-172 w-full" />
      {answer.data?.figures.map((figures, place) => (
        <FiguresOfSite key={String(figures.practice)} figures={figures} isPresent={place === 0} />
      ))}
    </>
  )
}

function FiguresOfSite({ figures: { practice, periods }, isPresent }: { figures: Figures; isPresent: boolean }) {
  const [days, setDays] = useState(String(periods.at(-1)?.days))
  const site = useSite()
  const present = site?.name ?? 'the auction site'
  const name = isPresent ? present : 'the site'
  const heading = isPresent
    ? practice && messages.serviceLevel.practice
    : practice
      ? messages.serviceLevel.otherPractice
      : messages.serviceLevel.otherReal
  return (
    <div className="flex w-full flex-col gap-2">
      {heading !== false && <h3 className="font-semibold">{heading}</h3>}
      {isPresent && practice && <p className="text-ink-2">{messages.serviceLevel.practiceHelp(present)}</p>}
      <Tabs
        label={heading === false ? 'Period' : `Period of ${heading}`}
        value={days}
        onChange={setDays}
        tabs={periods.map((period) => ({
          value: String(period.days),
          label: `${period.days} days`,
          panel: <Period period={period} site={name} />,
        }))}
      />
    </div>
  )
}

function Period({ period, site }: { period: ServicePeriod; site: string }) {
  const { due, overtaken, stopped, lead, late } = period
  const hasRates = due >= SERVICE_LEVEL.fewBids
  return (
    <div className="flex flex-col gap-4">
      {due === 0 && <p className="text-ink-2">{messages.serviceLevel.noBids}</p>}
      {due > 0 && !hasRates && <p className="text-ink-2">{messages.serviceLevel.tooFew}</p>}
      {due > 0 && (
        <table className="w-full text-left">
          <caption className="sr-only">{`The bids of the last ${period.days} days`}</caption>
          <tbody>
            <Row label="Due" help={messages.serviceLevel.dueHelp} value={due.toLocaleString('en-US')} />
            {SHARES.map((name) => {
              const count = period[name]
              const { label, help } = messages.serviceLevel.rows[name]
              return (
                <Row
                  key={name}
                  label={label}
                  help={asSentence(help(site))}
                  value={messages.serviceLevel.countOf(count, due)}
                  share={hasRates ? messages.serviceLevel.shareOf(count, due) : null}
                />
              )
            })}
            {lead !== null && <Row label="Median lead" help={messages.serviceLevel.leadHelp} value={leadOf(lead)} />}
            {late !== null && (
              <Row
                label="Median lateness"
                help={messages.serviceLevel.lateHelp}
                value={messages.serviceLevel.late(late.ms, late.of)}
              />
            )}
          </tbody>
        </table>
      )}
      {overtaken + stopped > 0 && (
        <p className="text-small text-ink-2">{messages.serviceLevel.notDue(overtaken, stopped)}</p>
      )}
    </div>
  )
}

const leadOf = ({ ms, of }: Median) => messages.serviceLevel.lead((ms / 1_000).toFixed(2), of)

/** Some begin with the name of the site, which may be `the site`. */
const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type RowProps = { label: string; help: string; value: ReactNode; share?: string | null }

const Row = ({ label, help, value, share = null }: RowProps) => (
  <tr className="border-b border-line align-top">
    <th scope="row" className="py-2 pr-4 font-normal">
      <span className="block font-semibold">{label}</span>
      <span className="block text-small text-ink-2">{help}</span>
    </th>
    <td className="py-2 text-right tabular-nums">
      <span className="block font-semibold">{value}</span>
      {share !== null && <span className="block text-small text-ink-2">{share}</span>}
    </td>
  </tr>
)
