import { formatCents, type Leaving, messages, type WireBidGroup } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useOnline } from '../../api/use-online.ts'
import { ActionBar } from '../../ui/ActionBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { KeepFocus } from '../../ui/KeepFocus.tsx'
import { PageLoading } from '../../ui/loading/placeholders.tsx'
import { centsOf, formatDollars } from '../../ui/money.ts'
import { Sheet } from '../../ui/overlays/Dialog.tsx'
import { toastSaved } from '../../ui/overlays/toasts.tsx'
import { whyOffline } from '../bid-rules.ts'
import { auctionForm } from '../fields/auction-form.ts'
import { bidGroupsQuery, changeGroupMutation, deleteGroupMutation, leaveGroupMutation } from './group-queries.ts'
import { GroupFields } from './GroupFields.tsx'
import { GroupMembers } from './GroupMembers.tsx'
import { standingText } from './GroupOfBid.tsx'
import { type GroupMember, useGroupChange } from './use-group-change.ts'

/** A group that stands: how its bids follow each other, and all that can be changed of it. */
export function GroupSheet({ groupId, onClose }: { groupId: number; onClose: () => void }) {
  const { data, error } = useQuery(bidGroupsQuery)
  const group = data?.find(({ id }) => id === groupId)
  if (group) return <Standing key={groupId} group={group} onClose={onClose} />
  return (
    <Sheet onClose={onClose} title={messages.bidGroup.group}>
      {data ? <p>{messages.bidGroup.gone}</p> : error ? <p role="alert">{messageOf(error)}</p> : <PageLoading />}
    </Sheet>
  )
}

type StandingProps = { group: WireBidGroup; onClose: () => void }

function Standing({ group, onClose }: StandingProps) {
  const { order, finished, typed, evaluated, edit, setPreferred, change, whyNot, clear } = useGroupChange(group)
  const saving = useMutation(changeGroupMutation)
  const offline = whyOffline(useOnline())

  function submit(event: FormEvent) {
    event.preventDefault()
    if (change === null || offline !== null || saving.isPending) return
    saving.mutate(
      { id: group.id, ...change },
      {
        onSuccess: () => {
          clear()
          toastSaved(messages.bidGroup.saved)
        },
      },
    )
  }

  return (
    <Sheet onClose={onClose} ignoreOutsideClicks title={group.name} description={standingText(group)}>
      <form
        {...auctionForm({
          name: 'change-group',
          auctionId: group.members.map(({ auction_id }) => auction_id).join(','),
          action: null,
        })}
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-3"
      >
        <GroupFields
          typed={typed}
          evaluated={evaluated}
          bids={order.length + finished.length}
          disabled={saving.isPending}
          onEdit={edit}
        />
        <GroupMembers
          order={order}
          wins={Math.max(1, evaluated.allWins - group.wins)}
          onOrder={setPreferred}
          renderMax={({ member }) => <State member={member} />}
          renderBelow={({ member }) =>
            member.state !== 'unknown' && <Leave group={group} member={member} whyNot={offline} />
          }
        />
        <Finished members={finished} />
        {saving.error && <Refusal text={messageOf(saving.error)} />}
        <ActionBar
          outcome={
            evaluated.mostCents === null
              ? undefined
              : messages.bidGroup.outcome(
                  evaluated.allWins,
                  order.length + finished.length,
                  formatCents(evaluated.mostCents),
                )
          }
        >
          <Button type="submit" variant="primary" busy={saving.isPending} whyNot={offline ?? whyNot} className="flex-1">
            {messages.bidGroup.save}
          </Button>
        </ActionBar>
      </form>
      <Delete group={group} members={order.map(({ member }) => member)} whyNot={offline} onDeleted={onClose} />
    </Sheet>
  )
}

const State = ({ member: { max_bid, final_price, state } }: { member: GroupMember }) => (
  <p className="text-right text-small tabular">
    <span className="block text-body font-semibold">Up to {formatDollars(max_bid)}</span>
    <span className="text-ink-2">
      {messages.bidGroup.word[state]}
      {final_price !== null && `, ${formatDollars(final_price)}`}
    </span>
  </p>
)

/** The bids that cannot win any more, and those that have. */
const Finished = ({ members }: { members: readonly GroupMember[] }) => (
  <ul aria-label={messages.bidGroup.finished} className="flex flex-col empty:hidden">
    {members.map((member) => (
      <li
        key={member.bid_id}
        className="grid grid-cols-[minmax(0,1fr)_8rem] gap-x-3 border-t border-line py-3 text-ink-2"
      >
        <p className="line-clamp-2 break-words">{member.title}</p>
        <State member={member} />
      </li>
    ))}
  </ul>
)

type LeaveProps = { group: WireBidGroup; member: GroupMember; whyNot: string | null }

/** Takes a bid out. What becomes of it is always asked: a single bid can win beside the group. */
function Leave({ group, member: { bid_id, title }, whyNot }: LeaveProps) {
  const [isAsked, setAsked] = useState(false)
  const leaving = useMutation(leaveGroupMutation)
  const answer = (members: Leaving) => leaving.mutate({ id: group.id, bidId: bid_id, members })
  const isBusy = (members: Leaving) => leaving.isPending && leaving.variables.members === members
  return (
    <KeepFocus label={isAsked ? messages.bidGroup.leaving(title) : `${messages.bidGroup.leave}: ${title}`}>
      {isAsked ? (
        <div className="flex flex-wrap gap-2 rounded-card bg-sunken p-3">
          <Button size="dense" whyNot={whyNot} busy={isBusy('cancel')} onClick={() => answer('cancel')}>
            {messages.bidGroup.leaveAndCancel}
          </Button>
          <Button size="dense" whyNot={whyNot} busy={isBusy('keep')} onClick={() => answer('keep')}>
            {messages.bidGroup.leaveAndKeep}
          </Button>
          <Button size="dense" variant="quiet" onClick={() => setAsked(false)}>
            {messages.bidGroup.keepIt}
          </Button>
          {leaving.error && <Refusal text={messageOf(leaving.error)} />}
        </div>
      ) : (
        <Button
          size="dense"
          variant="quiet"
          aria-label={`${messages.bidGroup.leave}: ${title}`}
          onClick={() => setAsked(true)}
        >
          {messages.bidGroup.leave}
        </Button>
      )}
    </KeepFocus>
  )
}

type DeleteProps = {
  group: WireBidGroup
  /** Those that may still win. */
  members: readonly GroupMember[]
  whyNot: string | null
  onDeleted: () => void
}

function Delete({ group, members, whyNot, onDeleted }: DeleteProps) {
  const [isAsked, setAsked] = useState(false)
  const deleting = useMutation(deleteGroupMutation)
  const pending = members.filter(({ state }) => state !== 'unknown')
  const sum = pending.reduce((cents, { max_bid }) => cents + centsOf(max_bid), 0)
  const answer = (choice: Leaving) =>
    deleting.mutate({ id: group.id, members: choice }, { onSuccess: ({ deleted }) => deleted && onDeleted() })
  const isBusy = (choice: Leaving) => deleting.isPending && deleting.variables.members === choice
  return (
    <KeepFocus label={messages.bidGroup.remove}>
      {isAsked ? (
        <div className="flex flex-col gap-2 rounded-card bg-sunken p-3">
          <Button variant="danger" whyNot={whyNot} busy={isBusy('cancel')} onClick={() => answer('cancel')}>
            {messages.bidGroup.cancelAll(pending.length)}
          </Button>
          <Button whyNot={whyNot} busy={isBusy('keep')} onClick={() => answer('keep')}>
            {messages.bidGroup.keepAll(pending.length, formatCents(sum))}
          </Button>
          <Button variant="quiet" onClick={() => setAsked(false)}>
            {messages.bidGroup.keepIt}
          </Button>
        </div>
      ) : (
        <Button
          variant="quiet"
          whyNot={whyNot}
          busy={deleting.isPending}
          onClick={() => (pending.length === 0 ? answer('cancel') : setAsked(true))}
        >
          {messages.bidGroup.remove}
        </Button>
      )}
      {deleting.error && <Refusal text={messageOf(deleting.error)} />}
      {deleting.data && <Stayed members={group.members} refused={deleting.data.refused} />}
    </KeepFocus>
  )
}

/** What keeps the group from being deleted. */
const Stayed = ({
  members,
  refused,
}: {
  members: readonly GroupMember[]
  refused: readonly { bid_id: number; message: string }[]
}) =>
  refused.map(({ bid_id, message }) => {
    // A bid that is about to join is no member yet.
    const title = members.find((member) => member.bid_id === bid_id)?.title
    return <Refusal key={bid_id} text={title === undefined ? message : `${title}: ${message}`} />
  })

const Refusal = ({ text }: { text: string }) => (
  <p role="alert" className="text-small text-danger">
    {text}
  </p>
)
