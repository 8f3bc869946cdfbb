import { type RefObject, useEffect } from 'react'
import { useSite } from '../../api/installation-queries.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/cards/Card.tsx'
import { ExternalLink } from '../../ui/icons.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { IMPORT } from '../../ui/navigation.ts'

type EmptyDashboardProps = {
  field: RefObject<HTMLInputElement | null>
  /** The first steps above say how to begin. */
  hasSteps: boolean
}

/**
 * The dashboard of a user who tracks no auctions. Focuses the field that adds one, unless the first steps come first, the user is in
 * a dialog or menu, or has a touch screen, whose keyboard would cover the page.
 */
export function EmptyDashboard({ field, hasSteps }: EmptyDashboardProps) {
  const site = useSite()
  useEffect(() => {
    if (hasSteps || window.matchMedia('(pointer: coarse)').matches) return
    if (!document.activeElement?.closest('[role=dialog], [role=menu]')) field.current?.focus()
  }, [field, hasSteps])
  const imports = (
    <>
      <TextLink to={IMPORT.to}>import a file</TextLink> of another program, or{' '}
      <TextLink to={IMPORT.to}>your favorites</TextLink> at {site?.name ?? 'the auction site'}.
    </>
  )
  if (hasSteps) {
    return (
      <p className="text-small text-ink-2">
        <span>Nothing tracked yet.</span> You can also {imports}
      </p>
    )
  }
  return (
    <Card className="flex flex-col items-start gap-4 p-4 sm:p-6">
      <h2 className="text-lead font-semibold">Nothing tracked yet.</h2>
      <p className="max-w-prose text-ink-2">
        Paste a link from {site?.name ?? 'the auction site'} above, or anywhere on this page. You say the most you would
        pay and how many seconds before the end we bid; no one sees your interest until then.
      </p>
      {site && (
        <a href={site.home_url} target="_blank" rel="noreferrer" className={buttonClass({})}>
          Find something on {site.name}
          <ExternalLink aria-hidden size={16} />
        </a>
      )}
      <p className="text-small text-ink-2">Or {imports}</p>
    </Card>
  )
}
