import { Navigate, useSearchParams } from 'react-router'

/** Where links from elsewhere lead: `/add?url=` opens the dashboard with the item. A phone's share puts it in `text`. */
export function AddPage() {
  const [search] = useSearchParams()
  const item = search.get('url') ?? search.get('text') ?? ''
  return <Navigate replace to={`/dashboard?${new URLSearchParams({ add: item })}`} />
}
