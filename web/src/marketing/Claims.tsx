import { messages, SERVICE_LEVEL } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSite } from '../api/installation-queries.ts'
import { useSession } from '../session/session.ts'
import { TextLink } from '../ui/Link.tsx'
import { claims } from './content/site-content.ts'
import { serviceLevelQuery } from './service/service-queries.ts'

/** The operator's own figures, as such; beside them what Bidwell has measured, where everybody may read it. */
export function Claims() {
  const section = useRef<HTMLElement>(null)
  const measured = useMeasured(section)
  return (
    <section ref={section} aria-labelledby="claims" className="flex flex-col gap-4 rounded-card bg-sunken p-4 sm:p-6">
      <h2 id="claims" className="text-small font-semibold text-ink-2">
        What the operator says
      </h2>
      <dl className="flex flex-wrap gap-x-12 gap-y-4">
        {claims.map(({ figure, of }) => (
          <div key={figure + of} className="flex flex-col-reverse">
            <dt className="text-ink-2">{of}</dt>
            <dd className="text-display font-semibold">{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-ink-2">
        These figures are claims of the operator of this installation. Bidwell has not measured them.
      </p>
      <p className="min-h-12 text-small">
        {measured ?? messages.serviceLevel.measuresBids}{' '}
        <TextLink to="/service-level">{messages.serviceLevel.seeFigures}</TextLink>
      </p>
    </section>
  )
}

/** What is measured of the bids, read once the visitor comes to the claims; null while there is too little for a rate. */
function useMeasured(section: RefObject<HTMLElement | null>): string | null {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!section.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(section.current)
    return () => observer.disconnect()
  }, [section])
  const session = useSession()
  // Where plans are sold, the figures are public unless the operator says otherwise.
  const isPublic = useSite()?.shows_plans === true
  const mayRead = session.kind === 'signed-in' || (session.kind === 'signed-out' && isPublic)
  const { data } = useQuery({ ...serviceLevelQuery(session), enabled: isSeen && mayRead })
  const figures = data?.figures[0]
  const period = figures?.periods.at(-1)
  if (!figures || !period || period.due < SERVICE_LEVEL.fewBids) return null
  return messages.serviceLevel.measured(period, figures.practice)
}
