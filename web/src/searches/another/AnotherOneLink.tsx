import { messages, similarTo } from '@bidwell/contract'
import { useSite } from '../../api/installation-queries.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Bell } from '../../ui/icons.tsx'
import { Link } from '../../ui/Link.tsx'

/** The page with a new search for these words. */
export const searchAt = (words: string): string => `/searches?${new URLSearchParams({ words })}`

/** The page with a new search for items like one of this title. */
export const anotherOneAt = (title: string): string => searchAt(similarTo(title))

/** Leads to a search for items like one that the user did not get; nothing where there are no searches. `icon`: without its words. */
export function AnotherOneLink({ title, look = 'button' }: { title: string; look?: 'button' | 'icon' }) {
  if (useSite()?.has_searches !== true) return null
  const words = messages.search.page.another
  return look === 'icon' ? (
    <Link
      to={anotherOneAt(title)}
      aria-label={`${words}: ${title}`}
      title={words}
      className={buttonClass({ variant: 'quiet', size: 'icon' })}
    >
      <Bell aria-hidden size={18} />
    </Link>
  ) : (
    <Link to={anotherOneAt(title)} className={buttonClass({ size: 'dense' })}>
      <Bell aria-hidden size={18} />
      {words}
    </Link>
  )
}
