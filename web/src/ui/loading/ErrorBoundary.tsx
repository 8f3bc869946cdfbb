import { Component, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** Another value renders the children again. */
  resetKey?: number | undefined
  /** Stands in for the children after they have failed; `retry` renders them again. */
  renderFailure: (error: unknown, retry: () => void) => ReactNode
}
type State = { resetKey: Props['resetKey']; failure: { error: unknown } | null }

/** Shows something else instead of children that fail while they render, and leaves the rest of the page as it is. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { resetKey: this.props.resetKey, failure: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { resetKey, failure: null }
  }

  readonly #retry = () => this.setState({ failure: null })

  override render() {
    const { failure } = this.state
    return failure === null ? this.props.children : this.props.renderFailure(failure.error, this.#retry)
  }
}
