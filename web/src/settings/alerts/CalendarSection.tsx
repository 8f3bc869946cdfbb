import { api, messages } from '@bidwell/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { dayAndTime } from '../../time/day.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Fold } from '../../ui/cards/Fold.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { KeepFocus } from '../../ui/KeepFocus.tsx'
import { LoadState } from '../../ui/loading/LoadState.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastSaved } from '../../ui/overlays/toasts.tsx'
import { SecretDialog } from '../SecretDialog.tsx'

const calendarQuery = queryOptions({
  queryKey: ['calendar'],
  queryFn: async ({ signal }) => (await call(api.readCalendar, { signal })).data.feed,
})

/** The address at which a calendar program reads the closes of the user's auctions: made, made anew, ended. */
export function CalendarSection() {
  const client = useQueryClient()
  const feed = useQuery(calendarQuery)
  const [asking, setAsking] = useState<'make' | 'end' | null>(null)
  const [address, setAddress] = useState<string | null>(null)
  const end = useMutation({
    mutationFn: () => call(api.endCalendar),
    onSuccess: () => {
      // The button that asked has the focus again before it is gone, and the section keeps it then.
      setAsking(null)
      toastSaved(messages.calendar.ended)
      void client.invalidateQueries(calendarQuery)
    },
  })
  const current = feed.data ?? null
  return (
    <KeepFocus label={messages.calendar.section}>
      <Fold title={messages.calendar.section} state={current === null ? undefined : 'On'}>
        <p className="max-w-prose text-ink-2">{messages.calendar.sectionText}</p>
        <LoadState query={feed} skeleton="h-12" />
        {current !== null && (
          <p>
            {messages.calendar.made(
              dayAndTime(current.created_at),
              current.last_read_at === null ? null : dayAndTime(current.last_read_at),
            )}{' '}
            {current.shows_maxima ? messages.calendar.withMaxima : messages.calendar.withoutMaxima}
          </p>
        )}
        <p className="max-w-prose text-small text-ink-2">{messages.calendar.notForAlerts}</p>
        {feed.isSuccess && (
          <div className="flex flex-wrap gap-2">
            {current !== null && <Button onClick={() => setAsking('end')}>{messages.calendar.end}</Button>}
            <Button variant={current === null ? 'primary' : 'secondary'} onClick={() => setAsking('make')}>
              {current === null ? messages.calendar.make : messages.calendar.makeNew}
            </Button>
          </div>
        )}
      </Fold>
      {asking === 'make' && (
        <MakeDialog
          replaces={current !== null}
          onMade={(made) => {
            setAsking(null)
            setAddress(made)
            void client.invalidateQueries(calendarQuery)
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'end' && (
        <ConfirmDialog
          title={messages.calendar.endQuestion}
          text={messages.calendar.endText}
          confirm={messages.calendar.end}
          keep="Keep it"
          action={end}
          onClose={() => setAsking(null)}
        />
      )}
      {address !== null && (
        <SecretDialog
          title={messages.calendar.shownOnce}
          text={messages.calendar.shownOnceText}
          secret={address}
          onClose={() => setAddress(null)}
        />
      )}
    </KeepFocus>
  )
}

type MakeDialogProps = { replaces: boolean; onMade: (address: string) => void; onClose: () => void }

function MakeDialog({ replaces, onMade, onClose }: MakeDialogProps) {
  const { withReauthentication, dialog } = useReauthentication()
  const [showsMaxima, setShowsMaxima] = useState(false)
  const make = useMutation({
    mutationFn: () => withReauthentication(() => call(api.startCalendar, { body: { shows_maxima: showsMaxima } })),
    onSuccess: ({ data }) => onMade(data.address),
  })
  return (
    <>
      <Dialog
        onClose={onClose}
        title={replaces ? messages.calendar.renewQuestion : messages.calendar.make}
        description={replaces ? messages.calendar.renewText : messages.calendar.sectionText}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" busy={make.isPending} onClick={() => make.mutate()}>
              {replaces ? messages.calendar.makeNew : messages.calendar.make}
            </Button>
          </>
        }
      >
        <Checkbox
          label={messages.calendar.showMaxima}
          hint={messages.calendar.showMaximaHint}
          checked={showsMaxima}
          onChange={(event) => setShowsMaxima(event.target.checked)}
        />
        {make.isError && <ErrorBanner title={messageOf(make.error)} />}
      </Dialog>
      {dialog}
    </>
  )
}
