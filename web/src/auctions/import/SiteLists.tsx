import { api, IMPORT, messages, type SiteLists as Lists, type WatchedAtSite } from '@bidwell/contract'
import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { withReason } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useSiteName } from '../../api/installation-queries.ts'
import { useOnline } from '../../api/use-online.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { ReconnectButton } from '../../connection/ReconnectButton.tsx'
import { Age } from '../../time/LiveTime.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/cards/Section.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { toastError } from '../../ui/overlays/toasts.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { checkLines } from './read-import.ts'

const ASK_AGAIN_MS = 1_500

const listsQuery = queryOptions({
  queryKey: KEYS.siteLists,
  queryFn: async ({ signal }) => (await call(api.readSiteLists, { signal })).data,
  refetchInterval: ({ state }) => state.data?.is_asked === true && ASK_AGAIN_MS,
})

const askMutation = mutationOptions({
  mutationKey: ['site-lists', 'ask'],
  mutationFn: async () =>
    (await withReason(call(api.askForSiteLists, { body: {} }), messages.importing.site.notAsked)).data,
  onSuccess: (lists, _given, _result, { client }) => client.setQueryData(listsQuery.queryKey, lists),
  onError: (error) => toastError(error.message),
})

/** The favorites and bids that the user has at the site itself. Those that are not tracked are imported like a file. */
export function SiteLists() {
  const siteName = useSiteName()
  const online = useOnline()
  const { data: lists } = useQuery(listsQuery)
  const ask = useMutation(askMutation)
  const busy = ask.isPending || lists?.is_asked === true
  const [importedAt, setImportedAt] = useState<string | null>(null)
  const lines = linesOf(lists?.auctions.filter(({ is_tracked }) => !is_tracked) ?? [])
  return (
    <Section title={messages.importing.site.title(siteName)} text={messages.importing.site.about(siteName)}>
      <Outcome lists={lists} busy={busy} siteName={siteName} />
      {lines.length > 0 && !busy && importedAt !== lists?.read_at && (
        <ImportPreview lines={lines} onDone={() => setImportedAt(lists?.read_at ?? null)} />
      )}
      <Button
        className="self-start"
        busy={busy}
        whyNot={online ? null : messages.importing.site.offline}
        onClick={() => ask.mutate()}
      >
        {lists?.read_at ? messages.importing.site.buttonAgain : messages.importing.site.button}
      </Button>
    </Section>
  )
}

/** Nobody can correct a line of the site's: one with a fault is left out. */
const linesOf = (auctions: readonly WatchedAtSite[]) =>
  checkLines(
    auctions.map(({ item_url, wished_max, note }, index) => ({
      line: index + 1,
      link: item_url,
      max: wished_max?.toFixed(2) ?? '',
      seconds: '',
      note,
    })),
  )
    .filter(({ fault }) => fault === null)
    .slice(0, IMPORT.maxLines)

function Outcome({ lists, busy, siteName }: { lists: Lists | undefined; busy: boolean; siteName: string }) {
  if (busy) return <output className="text-ink-2">{messages.importing.site.asking(siteName)}</output>
  if (!lists) return null
  const { read_at, failure, auctions } = lists
  return (
    <>
      {failure !== null && (
        <Banner
          tone={failure === 'login' ? 'danger' : 'warning'}
          icon={TriangleAlert}
          action={failure === 'login' && <ReconnectButton />}
        >
          {failure === 'login' ? messages.importing.site.noLogin(siteName) : messages.importing.site.failed(siteName)}
        </Banner>
      )}
      {read_at !== null && (
        <output>
          {auctions.length === 0
            ? messages.importing.site.none(siteName)
            : messages.importing.site.found(
                auctions.length,
                auctions.filter(({ is_tracked }) => is_tracked).length,
              )}{' '}
          <Age since={Date.parse(read_at)} prefix="Read " suffix=" ago." freshText="Read just now." />
        </output>
      )}
    </>
  )
}
