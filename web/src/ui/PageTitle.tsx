import { type ReactNode, useEffect, useRef } from 'react'

const SIZE = { page: 'text-title', hero: 'text-display sm:text-hero' } as const

type PageTitleProps = {
  children: ReactNode
  /** For the browser's tab, where it is not the heading's own text. */
  tab?: string
  size?: keyof typeof SIZE
}

/** The page's heading. Taking the focus on arrival tells a screen reader that the page has changed. */
export function PageTitle({ children, tab, size = 'page' }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${tab ?? heading.current?.textContent ?? ''} · Bidwell`
  })
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={`font-semibold text-balance ${SIZE[size]}`}>
      {children}
    </h1>
  )
}
