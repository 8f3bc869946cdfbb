import { messages } from '@bidwell/contract'
import { Component, type ReactNode } from 'react'
import { messageOf } from '../api/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

type Props = {
  children: ReactNode
  /** A change of the path resets the boundary. */
  path: string
}
type State = { path: string; failure: { error: unknown } | null }

/** Shows an error instead of a page that has crashed; the header and the footer keep working. */
export class PageErrorBoundary extends Component<Props, State> {
  override state: State = { path: this.props.path, failure: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { path, failure: null }
  }

  override render() {
    const { failure } = this.state
    return failure === null ? this.props.children : <PageError error={failure.error} />
  }
}

const PageError = ({ error }: { error: unknown }) => (
  <div className="mx-auto flex max-w-xl flex-col items-start gap-4 py-16">
    <PageTitle>This page could not be shown</PageTitle>
    <ErrorBanner title={messageOf(error)}>{messages.session.bidsAreSafe}</ErrorBanner>
    <Button variant="primary" onClick={() => window.location.reload()}>
      Load it again
    </Button>
  </div>
)
