import { useMutation, useQuery } from '@tanstack/react-query'
import { CirclePause, TriangleAlert } from 'lucide-react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { notStoppedQuery, pauseMutation, pauseQuery } from './pause-queries.ts'
import { pauseMessage } from './pause-message.ts'

/** On every page while bidding is paused: by whom, what that means, the way back, and what could not be stopped. */
export function PauseBanner() {
  const { data } = useQuery(pauseQuery)
  const { data: notStopped } = useQuery(notStoppedQuery)
  const setting = useMutation(pauseMutation)
  const words = data && pauseMessage(data)
  if (!words) return null
  return (
    <div className="flex flex-col gap-2">
      <Banner
        tone="warning"
        icon={CirclePause}
        title={words.title}
        action={
          data.own && (
            <Button size="dense" busy={setting.isPending} onClick={() => setting.mutate(false)}>
              Resume bidding
            </Button>
          )
        }
      >
        {words.says}
      </Banner>
      {notStopped.length > 0 && (
        <Banner tone="danger" icon={TriangleAlert} role="alert" title="Not stopped:">
          <ul>
            {notStopped.map(({ id, title, message }) => (
              <li key={id} className="wrap-anywhere">
                {title}. {message}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  )
}
