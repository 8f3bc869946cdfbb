import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSiteName } from '../api/installation-queries.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { ExternalLink } from '../ui/icons.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { TextLink } from '../ui/Link.tsx'
import { LoadingList, QueryFailure } from '../ui/loading/LoadState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { OrderReadings, ReadingFailure } from './OrderReadings.tsx'
import { type Win, winsQuery } from './win-queries.ts'
import { costOf, groupWins, mayBeUnpaid } from './win-text.ts'
import { WinRow } from './WinRow.tsx'

/** So many rows of a section are shown before its button is pressed. */
const FEW = 20

/** What the user has won: what is to be paid, by seller, and what became of the rest. */
function ToPayPage() {
  const list = useQuery(winsQuery)
  const siteName = useSiteName()
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <PageTitle>{messages.payment.page.title}</PageTitle>
      {list.isPending && <LoadingList label="Loading what you have won" rows={3} skeleton="h-32 w-full" />}
      <QueryFailure query={list} role={list.data ? undefined : 'alert'} />
      {list.data && (
        <>
          <ReadingFailure readings={list.data.readings} siteName={siteName} />
          <Wins {...list.data} siteName={siteName} />
          <OrderReadings readings={list.data.readings} siteName={siteName} />
        </>
      )}
    </div>
  )
}

type WinsProps = { wins: readonly Win[]; payUrl: string; siteName: string }

function Wins({ wins, payUrl, siteName }: WinsProps) {
  const { owed, unknown, onItsWay, shipped } = groupWins(wins)
  const all = owed.flatMap((group) => group.wins)
  const rows = { siteName }
  const [fresh, unclear] = [unknown.filter(mayBeUnpaid), unknown.filter((win) => !mayBeUnpaid(win))]
  return (
    <KeepFocus label="What you have won">
      {fresh.length > 0 && (
        <section aria-label={messages.payment.page.justWon} className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 className="text-lead font-semibold">{messages.payment.page.justWon}</h2>
            {all.length === 0 && <PayAtSite {...{ payUrl, siteName }} />}
          </div>
          <Rows wins={fresh} {...rows} />
        </section>
      )}
      {all.length === 0 && fresh.length === 0 && (
        <p className="py-4 text-ink-2">
          {messages.payment.page.empty} <TextLink to="/dashboard">Go to your auctions</TextLink>
        </p>
      )}
      {all.length > 0 && (
        <section aria-label={messages.payment.page.title} className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-lead font-semibold tabular">
              {messages.payment.items(all.length)}, {messages.payment.sum(all.map(costOf))}
            </p>
            <PayAtSite {...{ payUrl, siteName }} />
          </div>
          {owed.map(({ seller, wins: ofSeller }) => (
            <Rows
              key={seller ?? ''}
              wins={ofSeller}
              {...rows}
              heading={
                <div className="flex flex-wrap items-baseline justify-between gap-x-4 p-3">
                  <h2 className="font-semibold">{seller ?? messages.payment.page.noSeller}</h2>
                  {ofSeller.length > 1 && owed.length > 1 && (
                    <p className="text-small text-ink-2 tabular">
                      {messages.payment.items(ofSeller.length)}, {messages.payment.sum(ofSeller.map(costOf))}
                    </p>
                  )}
                  {canCombine(ofSeller) && <p className="w-full text-small">{messages.payment.page.combine}</p>}
                </div>
              }
            />
          ))}
          {all.some(({ total, estimate }) => total === null && estimate !== null) && (
            <p className="text-small text-ink-2">{messages.payment.page.beforeTax}</p>
          )}
        </section>
      )}
      <Section title={messages.payment.STATES.not_known} wins={unclear} {...rows} />
      <Section title={messages.payment.page.onItsWay} wins={onItsWay} {...rows} />
      <Section title={messages.payment.STATES.shipped} wins={shipped} {...rows} />
    </KeepFocus>
  )
}

/** Whether one parcel may hold several of a seller's items. */
const canCombine = (wins: readonly Win[]): boolean =>
  wins.filter(({ combines_shipping: combines }) => combines).length > 1

const PayAtSite = ({ payUrl, siteName }: Omit<WinsProps, 'wins'>) => (
  <a href={payUrl} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'primary' })}>
    Pay on {siteName}
    <ExternalLink aria-hidden size={18} />
  </a>
)

type RowsProps = { wins: readonly Win[]; siteName: string }

function Section({ title, wins, siteName }: RowsProps & { title: string }) {
  if (wins.length === 0) return null
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-lead font-semibold">
        {title} <span className="font-normal text-ink-2 tabular">{wins.length}</span>
      </h2>
      <Rows wins={wins} siteName={siteName} />
    </section>
  )
}

function Rows({ wins, siteName, heading }: RowsProps & { heading?: ReactNode }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? wins : wins.slice(0, FEW)
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-surface">
      {heading}
      <ul className="divide-y divide-line">
        {shown.map((win) => (
          <WinRow key={win.bid_id} win={win} siteName={siteName} />
        ))}
      </ul>
      {shown.length < wins.length && (
        <Button variant="quiet" className="m-1" onClick={() => setIsWhole(true)}>
          Show all {wins.length}
        </Button>
      )}
    </div>
  )
}

export { ToPayPage as Component }
