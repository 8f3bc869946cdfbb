import { useMutation, useQuery } from '@tanstack/react-query'
import { CirclePause } from 'lucide-react'
import { Banner } from '../../ui/Banner.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { Button } from '../../ui/Button.tsx'
import { pauseQuery } from './pause-queries.ts'
import { notStoppedQuery, pauseMutation } from './pause-mutation.ts'
import { pauseMessage } from './pause-message.ts'

/** Stands on every page while bidding is paused: who paused it, how to resume, and the bids that were sent anyway. */
export function PauseBanner() {
  const { data } = useQuery(pauseQuery)
  const { data: notStopped } = useQuery(notStoppedQuery)
  const change = useMutation(pauseMutation)
  const message = data && pauseMessage(data)
  if (!message) return null
  return (
    <div className="flex flex-col gap-2">
      <Banner
        tone="warning"
        icon={CirclePause}
        title={message.title}
        action={
          data.own && (
            <Button size="dense" busy={change.isPending} onClick={() => change.mutate(false)}>
              Resume bidding
            </Button>
          )
        }
      >
        {message.text}
      </Banner>
      {notStopped.length > 0 && (
        <ErrorBanner title="Not stopped:">
          <ul>
            {notStopped.map(({ id, title, message }) => (
              <li key={id} className="wrap-anywhere">
                {title}. {message}
              </li>
            ))}
          </ul>
        </ErrorBanner>
      )}
    </div>
  )
}
