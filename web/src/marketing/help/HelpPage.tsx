import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { openAuthDialog } from '../../account/dialog/open-auth-dialog.ts'
import { operatorQuery } from '../../api/installation-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { PartBoundary } from '../../ui/loading/PartBoundary.tsx'
import { Bookmarklet } from '../Bookmarklet.tsx'
import { OperatorContact } from '../Operator.tsx'
import { LinkLine, TextPage, TextSection } from '../TextPage.tsx'
import { ConnectionCheck } from './ConnectionCheck.tsx'
import { ACCOUNT_TOPICS, FAQ, type HelpTopic } from './help-topics.ts'
import { searchTopics } from './search-topics.ts'

/** `/help`: answers to search through, each with an anchor of its own, and whom to ask. */
function HelpPage() {
  const search = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [checking, setChecking] = useState(false)
  // What was typed before the app took the page over.
  useEffect(() => setQuery(search.current?.value ?? ''), [])
  const account = searchTopics(ACCOUNT_TOPICS, query)
  const faq = searchTopics(FAQ, query)
  const count = account.length + faq.length
  const operator = useQuery(operatorQuery).data
  const canWrite = operator?.takes_messages === true || (operator?.support_email ?? null) !== null
  return (
    <TextPage
      title="Help"
      intro="About bids and auctions, how to get back into your account, and whom to ask. Your scheduled bids go on while you are signed out."
    >
      <search>
        <TextField
          label="Search the help"
          type="search"
          autoComplete="off"
          ref={search}
          onChange={(event) => setQuery(event.target.value)}
        />
        <output className="mt-1 block min-h-5 text-small text-ink-2">
          {query.trim() !== '' && countText(count, query.trim())}
        </output>
      </search>
      {query.trim() === '' && <Contents />}
      {account.length > 0 && (
        <Topics id="account" title="Your account" topics={account}>
          {(topic) =>
            topic.id === 'forgot-password' && (
              <Button onClick={() => openAuthDialog('forgotPassword')}>Reset your password</Button>
            )
          }
        </Topics>
      )}
      {faq.length > 0 && (
        <Topics id="faq" title="Frequent questions" topics={faq}>
          {(topic) => {
            if (topic.id === 'how-to-start')
              return <TextLink to="/dashboard?tour">Take the guided tour of four steps</TextLink>
            return (
              topic.id === 'what-is-a-snipe' && (
                <TextLink to="/bid-scheduler-test">{messages.practice.tryCloseFromHelp}</TextLink>
              )
            )
          }}
        </Topics>
      )}
      <TextSection title="Track an item from its own page">
        <Bookmarklet />
      </TextSection>
      <TextSection title="Something does not load">
        <p>
          The check shows what your browser reaches, how exact its clock is, and the numbers of failed requests, for you
          to copy and send along. It contains nothing secret.
        </p>
        {checking ? (
          <PartBoundary part="The check">
            <ConnectionCheck />
          </PartBoundary>
        ) : (
          <Button onClick={() => setChecking(true)}>Check the connection</Button>
        )}
      </TextSection>
      <TextSection title="Whom to ask">
        <OperatorContact />
        {canWrite && <LinkLine to="/contact">Write a message</LinkLine>}
      </TextSection>
    </TextPage>
  )
}

const GROUPS = [
  { id: 'account', title: 'Your account', topics: ACCOUNT_TOPICS },
  { id: 'faq', title: 'Frequent questions', topics: FAQ },
] as const

/** The questions in their order. A phone has only their groups, so that the answers begin in its first window. */
const Contents = () => (
  <nav aria-label="Contents" className="grid gap-x-8 gap-y-2 sm:grid-cols-[2fr_3fr]">
    {GROUPS.map(({ id, title, topics }) => (
      <div key={id}>
        <a href={`#${id}`} className={`font-semibold ${CONTENTS_LINK}`}>
          {title}
        </a>
        <ul className="max-sm:hidden">
          {topics.map((topic) => (
            <li key={topic.id}>
              <a href={`#${topic.id}`} className={`text-small ${CONTENTS_LINK}`}>
                {topic.question}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
)

const CONTENTS_LINK = 'flex min-h-8 items-center text-accent underline underline-offset-4'

function countText(count: number, query: string): string {
  if (count === 0) return `No answer has “${query}” in it. Ask the operator below.`
  return count === 1 ? '1 answer' : `${count} answers`
}

type TopicsProps = {
  id: string
  title: string
  topics: readonly HelpTopic[]
  /** What stands below an answer. */
  children?: (topic: HelpTopic) => ReactNode
}

const Topics = ({ id, title, topics, children }: TopicsProps) => (
  <section id={id} aria-labelledby={`${id}-title`} className="flex flex-col gap-6 border-t border-line pt-6">
    <h2 id={`${id}-title`} className="text-title font-semibold">
      {title}
    </h2>
    {topics.map((topic) => (
      <section key={topic.id} id={topic.id} className="flex flex-col items-start gap-3">
        <h3 className="text-lead font-semibold">
          <a href={`#${topic.id}`} className="underline-offset-4 hover:underline">
            {topic.question}
          </a>
        </h3>
        {topic.answer.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {children?.(topic)}
      </section>
    ))}
  </section>
)

export const head = {
  title: 'Help',
  description: 'Answers about bids, auctions and your account, and whom to ask.',
}

export { HelpPage as Component }
