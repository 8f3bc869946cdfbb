import { Navigate, useSearchParams } from 'react-router'
import { sharedReference } from './item-references.ts'

/** Where links from elsewhere lead: `/add?url=` opens the dashboard with the item, and so does a phone's share. */
export function AddPage() {
  const [search] = useSearchParams()
  const add = sharedReference({ url: search.get('url'), text: search.get('text'), title: search.get('title') })
  return <Navigate replace to={add === '' ? '/dashboard' : `/dashboard?${new URLSearchParams({ add })}`} />
}
