import type { AnchorHTMLAttributes } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'
import { classNames } from './class-names.ts'

type LinkProps = { to: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'>

/** A link within the app. The router's own component adds 4 KiB of prefetching for server-rendered pages. */
export function Link({ to, children, ...rest }: LinkProps) {
  const href = useHref(to)
  const onClick = useLinkClickHandler(to)
  return (
    <a {...rest} href={href} onClick={onClick}>
      {children}
    </a>
  )
}

/** A link within a sentence, or below one. */
export const TextLink = ({ className, ...link }: LinkProps) => (
  <Link {...link} className={classNames('text-link', className)} />
)
