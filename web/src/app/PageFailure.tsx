import { messages } from '@bidwell/contract'
import { useEffect } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { isApiError } from '../api/api-error.ts'
import { useOnline } from '../api/use-online.ts'
import { ErrorBanner } from '../ui/Banner.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { CodeLoadError } from '../ui/loading/load-code.ts'
import { PageTitle } from '../ui/PageTitle.tsx'

/** Says why a page cannot be shown, and how to go on. */
export function PageFailure() {
  const error = useRouteError()
  return error instanceof CodeLoadError ? <NotLoaded /> : <Broken error={error} />
}

// The text of a foreign error is for programmers, so it is not shown.
const Broken = ({ error }: { error: unknown }) => (
  <WaysOut
    title={messages.page.broken}
    text={isApiError(error) && error.message !== '' ? error.message : messages.page.brokenHelp}
  />
)

/** The code of the page is missing. Once the browser is online again, the page opens by itself. */
function NotLoaded() {
  const online = useOnline()
  const location = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const open = () => void navigate(location, { replace: true })
    window.addEventListener('online', open)
    return () => window.removeEventListener('online', open)
  }, [location, navigate])
  const text = online ? messages.page.notLoadedHelp : messages.page.notLoadedOffline
  return <WaysOut title={messages.page.notLoaded} text={text} />
}

// Plain links load the app anew, which a broken one needs; and outside the router there are no others.
const WaysOut = ({ title, text }: { title: string; text: string }) => (
  <div className="mx-auto flex max-w-xl flex-col items-start gap-4 px-4 py-16">
    <PageTitle>{title}</PageTitle>
    <ErrorBanner title={text}>{messages.endingSession.bidsAreSafe}</ErrorBanner>
    <div className="flex flex-wrap gap-3">
      <Button variant="primary" onClick={() => window.location.reload()}>
        Load it again
      </Button>
      <a href="/dashboard" className={buttonClass({})}>
        Your auctions
      </a>
      <a href="/help" className={buttonClass({ variant: 'quiet' })}>
        Help
      </a>
    </div>
  </div>
)
