import { type ReactNode, useEffect, useRef } from 'react'

const SIZE = { page: 'text-title', hero: 'text-display sm:text-hero' } as const

type PageTitleProps = {
  children: ReactNode
  /** The title of the browser tab; by default the heading's text. */
  tab?: string
  size?: keyof typeof SIZE
}

/** Whether the page is the one that the browser has loaded: a screen reader announces that one by itself. */
let isFirstPage = true

/**
 * The page's heading. It takes the focus when the app opens another page, so that a screen reader announces it. On the
 * first page, the first Tab has to reach the link that skips the header.
 */
export function PageTitle({ children, tab, size = 'page' }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${tab ?? heading.current?.textContent ?? ''} · Bidwell`
  })
  useEffect(() => {
    if (isFirstPage) {
      isFirstPage = false
      return undefined
    }
    // Focusing needs the page's layout, which the browser computes for the next frame anyway.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={`font-semibold text-balance ${SIZE[size]}`}>
      {children}
    </h1>
  )
}
