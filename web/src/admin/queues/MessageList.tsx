import { ChannelName, MessageState, type QueuedMessage } from '@bidwell/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { MINUTE_MS } from '../../time/units.ts'
import { useNow } from '../../time/use-now.ts'
import { briefInBothZones } from '../../time/zoned-times.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadState } from '../../ui/loading/LoadState.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type MessageFilter, messagesQuery, type QueueAction } from './queue-queries.ts'
import { CHANNELS, MESSAGE_STATES, MESSAGES, tagOf, tries, words } from './queue-text.ts'
import { QueueDialog } from './QueueDialog.tsx'

type Asked = { action: QueueAction; subject: string }
type Ask = (asked: Asked) => void

/** The messages in one state, by channel and kind, and what the administrator can do with them. */
export function MessageList() {
  const [params, setParams] = useSearchParams()
  const [asked, setAsked] = useState<Asked | null>(null)
  const filter = filterOf(params)
  const list = useInfiniteQuery(messagesQuery(filter))
  const pages = list.data?.pages ?? []
  const messages = pages.flatMap((page) => page.messages)
  const kinds = pages[0]?.kinds ?? []
  const change = (name: string, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === '') after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true },
    )
  const names = new Set([...kinds.map(({ kind }) => kind), ...(filter.kind === undefined ? [] : [filter.kind])])
  return (
    <Card className="min-w-0">
      <div className="flex flex-wrap gap-3">
        <Select
          label="State"
          value={filter.state}
          onChange={(event) => change('state', event.target.value)}
          options={MessageState.options.map((value) => ({ value, label: MESSAGE_STATES[value].label }))}
        />
        <Select
          label="By"
          value={filter.channel ?? ''}
          onChange={(event) => change('by', event.target.value)}
          options={[
            { value: '', label: 'All ways' },
            ...ChannelName.options.map((value) => ({ value, label: CHANNELS[value] })),
          ]}
        />
        <Select
          label="Kind"
          value={filter.kind ?? ''}
          onChange={(event) => change('kind', event.target.value)}
          options={[{ value: '', label: 'All kinds' }, ...[...names].map((value) => ({ value, label: words(value) }))]}
        />
      </div>
      {filter.state === 'waiting' && (
        <KindsToRetry kinds={kinds.filter((each) => isShown(each, filter))} onAsk={setAsked} />
      )}
      {filter.state === 'failed' && (
        <p className="mt-3 text-small text-ink-2">
          What is given up cannot be sent again: what was in it is deleted. Its owner can ask for another one.
        </p>
      )}
      <LoadState query={list} skeleton="mt-3 h-40" />
      {list.data && messages.length === 0 && <p className="mt-3 text-ink-2">{MESSAGE_STATES[filter.state].empty}</p>}
      {messages.length > 0 && (
        <ul aria-label="Messages" className="mt-2 flex flex-col divide-y divide-line">
          {messages.map((message) => (
            <MessageItem key={message.id} message={message} onAsk={setAsked} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more messages
        </Button>
      )}
      {asked !== null && <QueueDialog {...asked} onClose={() => setAsked(null)} />}
    </Card>
  )
}

/** The filter in the address of the page. */
function filterOf(params: URLSearchParams): MessageFilter & { state: MessageState } {
  const state = MessageState.options.find((value) => value === params.get('state')) ?? 'waiting'
  const channel = ChannelName.options.find((value) => value === params.get('by'))
  const kind = params.get('kind')
  return { state, ...(channel !== undefined && { channel }), ...(kind !== null && { kind }) }
}

const isShown = (each: Kinds[number], { channel, kind }: MessageFilter) =>
  (channel === undefined || each.channel === channel) && (kind === undefined || each.kind === kind)

type Kinds = readonly { channel: ChannelName; kind: string; count: number; tried: number }[]

/** The kinds of which some were tried in vain, each with the way to try all of them. */
function KindsToRetry({ kinds, onAsk }: { kinds: Kinds; onAsk: Ask }) {
  const tried = kinds.filter((each) => each.tried > 0)
  if (tried.length === 0) return null
  return (
    <ul aria-label="Tried in vain" className="mt-3 flex flex-wrap gap-3">
      {tried.map(({ channel, kind, tried: count }) => (
        <li key={`${channel} ${kind}`}>
          <Button
            onClick={() =>
              onAsk({
                action: { kind: 'retry-messages', channel, of: kind },
                subject: `${CHANNELS[channel]}, ${words(kind)}: ${count} tried in vain`,
              })
            }
          >
            Try again: {CHANNELS[channel]}, {words(kind)} ({count})
          </Button>
        </li>
      ))}
    </ul>
  )
}

function MessageItem({ message, onAsk }: { message: QueuedMessage; onAsk: Ask }) {
  const now = useNow(MINUTE_MS)
  const when = (iso: string) => briefInBothZones(Date.parse(iso), now)
  const { id, channel, kind, account, attempts, said, outcome } = message
  const { label, tone, icon } = tagOf(message)
  const name = `${MESSAGES[channel]}: ${words(kind)}`
  const subject = `${name}${account === null ? '' : ` to ${account.email}`}`
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {name}
        <Tag tone={tone} icon={icon}>
          {label}
        </Tag>
      </p>
      {said !== null && <p className="wrap-anywhere">{said}</p>}
      <p className="text-small wrap-anywhere text-ink-2 tabular">
        {account === null ? (
          'To no account. '
        ) : (
          <>
            To{' '}
            <Link to={`/admin/users/${account.id}`} className="underline underline-offset-4">
              {account.email}
            </Link>
            .{' '}
          </>
        )}
        Queued {when(message.queued_at)}, {tries(attempts)}.{' '}
        {message.ended_at !== null && `Ended ${when(message.ended_at)}.`}
        {message.next_try_at !== null &&
          `Next try ${when(message.next_try_at)}, given up ${when(message.gives_up_at)}.`}
      </p>
      {outcome === null && !message.is_sending && (
        <div className="mt-1 flex flex-wrap gap-3">
          <Button
            aria-label={`Try now: ${subject}`}
            onClick={() => onAsk({ action: { kind: 'retry-message', id }, subject })}
          >
            Try now
          </Button>
          <Button
            aria-label={`Cancel: ${subject}`}
            onClick={() => onAsk({ action: { kind: 'cancel-message', id }, subject })}
          >
            Cancel
          </Button>
        </div>
      )}
    </li>
  )
}
