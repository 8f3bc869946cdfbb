import { formatCents, messages, type WireBidGroup } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useSiteName } from '../../api/installation-queries.ts'
import { useOnline } from '../../api/use-online.ts'
import { connectionQuery } from '../../connection/connection-query.ts'
import { useIsUnmounted } from '../../state/use-is-unmounted.ts'
import { siteClock } from '../../time/site-clock.ts'
import { ActionBar } from '../../ui/ActionBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { MoneyField } from '../../ui/fields/TextField.tsx'
import { formatDollars } from '../../ui/money.ts'
import { Sheet } from '../../ui/overlays/Dialog.tsx'
import { toastError, toastOutcome, toastSuccess, watchUser } from '../../ui/overlays/toasts.tsx'
import { whyOffline } from '../bid-rules.ts'
import { auctionForm } from '../fields/auction-form.ts'
import { LoginRequiredBanner } from '../fields/LoginRequiredBanner.tsx'
import { farBids, useOneMorePress } from '../fields/use-one-more-press.ts'
import { whyNotBid } from '../fields/why-not-bid.ts'
import { bidGroupsQuery, type Joined, makeGroupMutation, type Making } from './group-queries.ts'
import { GroupFields } from './GroupFields.tsx'
import { GroupMembers } from './GroupMembers.tsx'
import { type Candidate, type Selected, useNewGroup } from './use-new-group.ts'

type MakeGroupSheetProps = { auctions: readonly Selected[]; onClose: () => void; onDone: () => void }

/**
 * Makes a group of the selected auctions, or adds them to one. An auction without a bid gets one. Closing the sheet meanwhile
 * stops before the next new bid, and a toast says what was done.
 */
export function MakeGroupSheet({ auctions, onClose, onDone }: MakeGroupSheetProps) {
  const [now] = useState(siteClock.now)
  const group = useNewGroup(auctions, now)
  const { making, make } = useMaking(() => {
    onDone()
    onClose()
  })
  const siteName = useSiteName()
  const noLogin = whyNotBid(useQuery(connectionQuery), siteName)
  const { order, evaluated, target } = group
  const whyNot = whyOffline(useOnline()) ?? noLogin ?? group.whyNot
  const press = useOneMorePress(order.flatMap(({ title, draft }) => farBids(title, draft)))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const terms = target?.id ?? evaluated.terms
    if (whyNot !== null || making.isPending || terms === null || !press.sends()) return
    void make(target?.name ?? group.typed.name, { group: terms, members: group.members, order: group.preferredOrder })
  }

  if (making.data && making.data.refused.length > 0) return <Refused made={making.data} onClose={onClose} />
  return (
    <Sheet onClose={onClose} ignoreOutsideClicks title={messages.bidGroup.make} description={messages.bidGroup.promise}>
      <form
        {...auctionForm({
          name: 'group',
          auctionId: order.map(({ auction }) => auction.auctionId).join(','),
          action: 'scheduling_snipe',
        })}
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-3"
      >
        {group.left > 0 && <p className="text-small text-warning">{messages.bidGroup.leftOut(group.left)}</p>}
        {noLogin !== null && <LoginRequiredBanner why={noLogin} />}
        <WhichGroup chosen={target} onChoose={group.setTarget} />
        {target === null && (
          <GroupFields
            typed={group.typed}
            evaluated={evaluated}
            bids={order.length}
            disabled={making.isPending}
            onEdit={group.edit}
          />
        )}
        <GroupMembers
          order={order}
          wins={target ? null : evaluated.allWins}
          onOrder={group.setPreferred}
          renderBelow={({ bid }) =>
            bid?.group && <p className="text-small text-warning">{messages.bidGroup.movesFrom(bid.group.name)}</p>
          }
          renderMax={(member) => <MaxOf member={member} disabled={making.isPending} onType={group.typeMax} />}
        />
        {making.error && (
          <p role="alert" className="text-small text-danger">
            {messageOf(making.error)}
          </p>
        )}
        <ActionBar outcome={<output>{press.why ?? (target === null && outcomeOf(evaluated, order.length))}</output>}>
          <Button type="submit" variant="primary" busy={making.isPending} whyNot={whyNot} className="flex-1">
            {press.yes ?? (target ? messages.bidGroup.addTo(order.length) : messages.bidGroup.makeThis(order.length))}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </ActionBar>
      </form>
    </Sheet>
  )
}

/** Makes a group. Once the sheet is closed, a toast says what was done. */
function useMaking(onMade: () => void) {
  const making = useMutation(makeGroupMutation)
  const isUnmounted = useIsUnmounted()

  async function make(name: string, wanted: Omit<Making, 'isStopped'>) {
    const isUserThere = watchUser()
    const made = await making.mutateAsync({ ...wanted, isStopped: isUnmounted }).catch((error: unknown) => {
      // The sheet shows the reason while it is there.
      if (isUnmounted() && isUserThere()) toastFailed(name, error)
      return null
    })
    if (made === null || !isUserThere()) return
    if (isUnmounted()) return toastClosed(made)
    if (made.refused.length > 0) return
    toastSuccess(messages.bidGroup.made(name, wanted.members.length))
    onMade()
  }
  return { making, make }
}

const toastFailed = (name: string, error: unknown) =>
  toastError(messages.bidGroup.makingFailed(name, messageOf(error)), { persistent: true })

function toastClosed({ joined, groupId, refused, left }: Joined) {
  const textOf = refused.length > 0 ? messages.bidGroup.refusedTitle : messages.bidGroup.closedText
  const summary = [...(left === 0 ? [] : [messages.bid.stopped(left)]), textOf(joined, groupId !== null)]
  const failures = refused.map(({ title, reason }) => `${title}: ${reason}`)
  toastOutcome(summary, failures)
}

const outcomeOf = ({ allWins, mostCents }: { allWins: number; mostCents: number | null }, bids: number) =>
  mostCents === null
    ? messages.bidGroup.maximaMissing
    : messages.bidGroup.outcome(Math.min(allWins, bids), bids, formatCents(mostCents))

type WhichGroupProps = { chosen: WireBidGroup | null; onChoose: (group: WireBidGroup | null) => void }

/** Asked only of users who have groups. */
function WhichGroup({ chosen, onChoose }: WhichGroupProps) {
  const { data } = useQuery(bidGroupsQuery)
  const open = (data ?? []).filter(({ state }) => state === 'open')
  if (open.length === 0) return null
  return (
    <Select
      name="group"
      label={messages.bidGroup.whichGroup}
      value={String(chosen?.id ?? '')}
      options={[
        { value: '', label: messages.bidGroup.newGroup },
        ...open.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ target }) => onChoose(open.find(({ id }) => String(id) === target.value) ?? null)}
    />
  )
}

type MaxOfProps = {
  member: Candidate
  disabled: boolean
  onType: (key: number, typed: Partial<Candidate['typed']>) => void
}

/** The maximum of the pending bid, or the field for that of a new one. */
function MaxOf({ member: { key, title, auction, bid, typed, draft }, disabled, onType }: MaxOfProps) {
  if (bid !== null || draft === null) {
    return <p className="text-right font-semibold tabular">{bid && `Up to ${formatDollars(bid.maxBid)}`}</p>
  }
  return (
    <div className="flex flex-col gap-2">
      <MoneyField
        name={`max_bid_${auction.auctionId}`}
        label={messages.bidGroup.max}
        aria-label={messages.bidGroup.maxOf(title)}
        hint={`${auction.bidCount === 0 ? 'Starts at' : 'Next bid'} ${formatDollars(auction.minimumBid)}`}
        error={draft.maxFault}
        disabled={disabled}
        value={typed.max}
        onChange={({ target }) => onType(key, { max: target.value })}
      />
    </div>
  )
}

type RefusedProps = { made: Joined; onClose: () => void }

/** What did not join, each with its reason: it is as it was. */
const Refused = ({ made: { joined, groupId, refused }, onClose }: RefusedProps) => (
  <Sheet
    onClose={onClose}
    title={messages.bidGroup.refusedTitle(joined, groupId !== null)}
    actions={
      <Button variant="primary" onClick={onClose}>
        {messages.bidGroup.close}
      </Button>
    }
  >
    <ul className="flex flex-col gap-3">
      {refused.map((each) => (
        <li key={each.title}>
          <p className="font-semibold break-words">{each.title}</p>
          <p className="text-small text-danger">{each.reason}</p>
        </li>
      ))}
    </ul>
  </Sheet>
)
