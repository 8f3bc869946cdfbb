import { Navigate, useSearchParams } from 'react-router'
import { sharedReference } from './item-references.ts'

/** Opens the dashboard with the item that a link to `/add?url=` or a phone's share menu names. */
function AddPage() {
  const [search] = useSearchParams()
  const add = sharedReference({ url: search.get('url'), text: search.get('text'), title: search.get('title') })
  return <Navigate replace to={add === '' ? '/dashboard' : `/dashboard?${new URLSearchParams({ add })}`} />
}

export { AddPage as Component }
