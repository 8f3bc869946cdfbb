import { messages } from '@bidwell/contract'
import { TriangleAlert } from 'lucide-react'
import { useRouteError } from 'react-router'
import { messageOf } from '../api/api-error.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { PageTitle } from './PageTitle.tsx'

/** Stands in for a page that broke; the header around it goes on working. */
export function PageError() {
  const error = useRouteError()
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start gap-4 py-16">
      <PageTitle>This page could not be shown</PageTitle>
      <Banner tone="red" icon={TriangleAlert} role="alert" title={messageOf(error)}>
        {messages.sessionExpired.reassurance}
      </Banner>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Load it again
      </Button>
    </div>
  )
}
