import { type ReactNode, useEffect, useRef } from 'react'

type PageTitleProps = {
  children: ReactNode
  /** For the browser's tab, where it is not the heading's own text. */ tab?: string
}

/** The page's heading. Taking the focus on arrival tells a screen reader that the page has changed. */
export function PageTitle({ children, tab }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${tab ?? heading.current?.textContent ?? ''} · Bidwell`
  })
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-title font-semibold text-balance">
      {children}
    </h1>
  )
}
