import { Component, createRef, type ReactNode } from 'react'

type KeepFocusProps = { label: string; children: ReactNode }

/** A region that takes the focus when the element that has it is replaced, so that the focus does not leave the region. */
export class KeepFocus extends Component<KeepFocusProps> {
  readonly #region = createRef<HTMLElement>()

  override getSnapshotBeforeUpdate(): boolean {
    return this.#region.current?.contains(document.activeElement) ?? false
  }

  override componentDidUpdate(_props: KeepFocusProps, _state: unknown, hadFocus: boolean) {
    const region = this.#region.current
    if (hadFocus && region && !region.contains(document.activeElement)) region.focus({ preventScroll: true })
  }

  override render() {
    const { label, children } = this.props
    return (
      <section ref={this.#region} tabIndex={-1} aria-label={label} className="flex min-w-0 flex-col gap-3">
        {children}
      </section>
    )
  }
}
