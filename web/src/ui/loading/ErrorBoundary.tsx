import { Component, type ReactNode } from 'react'
import { CodeLoadError, onFailedLoadsRenewed, renewFailedLoads } from './lazy-part.tsx'

type Props = {
  children: ReactNode
  /** Another value renders the children again. */
  resetKey?: string | number | undefined
  /** Stands in for the children after they have failed; `retry` renders them again. */
  renderFailure: (error: unknown, retry: () => void) => ReactNode
}
type State = { resetKey: Props['resetKey']; failure: { error: unknown } | null }

/**
 * Shows something else instead of children that fail while they render, and leaves the rest of the page as it is. Children
 * whose code could not be loaded are rendered again once the network is back.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { resetKey: this.props.resetKey, failure: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { resetKey, failure: null }
  }

  #stop = () => {}

  readonly #retry = () => {
    renewFailedLoads()
    this.setState({ failure: null })
  }

  override componentDidMount() {
    this.#stop = onFailedLoadsRenewed(() => {
      if (this.state.failure?.error instanceof CodeLoadError) this.setState({ failure: null })
    })
  }

  override componentWillUnmount() {
    this.#stop()
  }

  override componentDidUpdate(before: Props) {
    // The same page opens again after another one: its code is asked for again.
    if (before.resetKey !== this.props.resetKey) renewFailedLoads()
  }

  override render() {
    const { failure } = this.state
    return failure === null ? this.props.children : this.props.renderFailure(failure.error, this.#retry)
  }
}
