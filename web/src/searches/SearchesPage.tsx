import { messages, type NewSearch } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSite, useSiteName } from '../api/installation-queries.ts'
import { useWhen } from '../time/use-when.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/cards/Card.tsx'
import { CirclePause } from '../ui/icons.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { LoadState } from '../ui/loading/LoadState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { searchesQuery } from './search-queries.ts'
import { SearchCard } from './SearchCard.tsx'
import { SearchForm } from './SearchForm.tsx'

const NOTHING: NewSearch = { words: '', max_price: null, category: null, seller: null, delivery: 'any' }

/** What the user looks for at the site, and what the runs of each search have found. `?words=` begins a search. */
function SearchesPage() {
  const list = useQuery(searchesQuery)
  const siteName = useSiteName()
  const isOff = useSite()?.has_searches === false
  const when = useWhen()
  const [address, setAddress] = useSearchParams()
  const words = address.get('words')
  const [isMaking, setIsMaking] = useState(false)
  const { data } = list
  const isFormShown = !isOff && (words !== null || isMaking || data?.searches.length === 0)
  const closeForm = () => {
    setIsMaking(false)
    if (words !== null) setAddress({}, { replace: true })
  }
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>{messages.search.page.title}</PageTitle>
        {!isFormShown && !isOff && data && (
          <Button variant="primary" onClick={() => setIsMaking(true)}>
            {messages.search.page.make}
          </Button>
        )}
      </div>
      <p className="text-ink-2">{messages.search.page.about(siteName)}</p>
      {isOff && <Banner tone="warning" icon={CirclePause} title={messages.search.isOff} />}
      {data?.refused_until && (
        <Banner tone="warning" icon={CirclePause} title={messages.search.page.refusedTitle}>
          {messages.search.page.refusedText(siteName, when(data.refused_until))}
        </Banner>
      )}
      <KeepFocus label={messages.search.page.title}>
        {isFormShown && (
          <Card>
            <h2 className="mb-3 text-lead font-semibold">{messages.search.page.make}</h2>
            <SearchForm
              key={words}
              id={null}
              initial={{ ...NOTHING, words: words ?? '' }}
              onDone={closeForm}
              canClose={data !== undefined && data.searches.length > 0}
            />
          </Card>
        )}
        <LoadState query={list} skeleton="h-40 w-full" />
        {data?.searches.map((search) => (
          <SearchCard key={search.id} search={search} />
        ))}
      </KeepFocus>
    </div>
  )
}

export { SearchesPage as Component }
