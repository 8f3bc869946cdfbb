import { ChannelName, MessageState, type QueuedMessage } from '@bidwell/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useWhen } from '../../time/use-when.ts'
import { Card } from '../../ui/cards/Card.tsx'
import { Rows } from '../../ui/cards/Rows.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadState } from '../../ui/loading/LoadState.tsx'
import { ShowMore } from '../../ui/loading/ShowMore.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type MessageFilter, messagesQuery } from './queue-queries.ts'
import { CHANNELS, MESSAGE_STATES, MESSAGES, tagOf, tries, words } from './queue-text.ts'

/** The messages in one state, by channel and kind. What waits is tried again by itself. */
export function MessageList() {
  const [params, setParams] = useSearchParams()
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
    <Card className="flex min-w-0 flex-col gap-3">
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
      {filter.state === 'failed' && (
        <p className="text-small text-ink-2">
          What is given up cannot be sent again: what was in it is deleted. Its owner can ask for another one.
        </p>
      )}
      <LoadState query={list} skeleton="h-40" />
      {list.data && (
        <Rows label="Messages" empty={MESSAGE_STATES[filter.state].empty}>
          {messages.map((message) => (
            <MessageItem key={message.id} message={message} />
          ))}
        </Rows>
      )}
      <ShowMore query={list}>Show more messages</ShowMore>
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

function MessageItem({ message }: { message: QueuedMessage }) {
  const when = useWhen()
  const { channel, kind, account, attempts, said } = message
  const { label, tone, icon } = tagOf(message)
  const name = `${MESSAGES[channel]}: ${words(kind)}`
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
    </li>
  )
}
