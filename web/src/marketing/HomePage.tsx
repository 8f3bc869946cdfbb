import { CalendarClock, FileCheck2, FlaskConical, Link2, type LucideIcon } from 'lucide-react'
import { openAuthDialog } from '../account/dialog/open-auth-dialog.ts'
import { useSite } from '../api/site-query.ts'
import { StartTrialButton } from '../plans/trial/StartTrialButton.tsx'
import { TrialForUser } from '../plans/trial/TrialForUser.tsx'
import { useSession } from '../session/session.ts'
import { Banner } from '../ui/Banner.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { HomePicture } from './HomePicture.tsx'

const STEPS: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Link2,
    title: 'Track an auction',
    text: "Paste an item's link or its number. Bidwell shows the price, the next bid, and the close in the site's time and in yours.",
  },
  {
    icon: CalendarClock,
    title: 'Set your max, and how late',
    text: 'You say what you would pay at most, and how many seconds before the close the bid should go out. Change or cancel it until it is on its way.',
  },
  {
    icon: FileCheck2,
    title: 'Read what happened',
    text: "Every bid leaves a receipt: when it was sent on the site's clock, what the site answered in its own words, and by how much you won or lost.",
  },
]

const RISKS = [
  "Somebody else's max can be higher than yours. Then you lose, at a price you chose not to pay.",
  'The site can be slow, be down, or refuse a bid in its last seconds. An auction can end early.',
  'A bid placed for you is binding. If it wins, you owe the price, shipping and handling.',
  'To bid while you sleep, Bidwell has to hold your login for the site. The settings say how it is kept.',
]

export function HomePage() {
  const site = useSite()
  const session = useSession()
  return (
    <div className="flex flex-col gap-12 py-4 sm:gap-18 sm:py-10">
      <section className="grid items-center gap-8 lg:grid-cols-[1fr_26rem] lg:gap-16">
        <div className="flex flex-col items-start gap-5">
          <PageTitle size="hero" tab="Bids in the last seconds">
            Your bid, in the last seconds, with the proof.
          </PageTitle>
          <p className="max-w-prose text-lead text-ink-2">
            Bidwell waits for the close of the {site?.practice === false ? `${site.name} ` : 'second-hand '}auctions you
            track, and places your bid just before it. Then it shows you exactly what happened.
          </p>
          {session.kind === 'signed-in' ? (
            <div className="flex flex-wrap gap-3">
              <Link to="/dashboard" className={buttonClass({ variant: 'primary' })}>
                Go to your auctions
              </Link>
              <TrialForUser />
            </div>
          ) : (
            <div className="flex flex-wrap gap-3">
              <StartTrialButton variant="primary" />
              <Button onClick={() => openAuthDialog('login')}>Sign in</Button>
            </div>
          )}
          {site?.practice && (
            <Banner tone="info" icon={FlaskConical} role="note" title="This is a practice installation">
              It bids on {site.name}, a site made for trying things out. Nothing here costs money.
            </Banner>
          )}
        </div>
        <HomePicture />
      </section>

      <section aria-labelledby="how">
        <h2 id="how" className="text-title font-semibold">
          How a bid is placed
        </h2>
        <ol className="mt-6 grid gap-8 sm:grid-cols-3">
          {STEPS.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex flex-col gap-2 border-t-3 border-accent pt-4">
              <Icon aria-hidden size={24} className="text-accent" />
              <h3 className="text-lead font-semibold">{title}</h3>
              <p className="text-ink-2">{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section aria-labelledby="risk" className="grid gap-6 sm:grid-cols-[1fr_2fr]">
        <h2 id="risk" className="text-title font-semibold">
          What it cannot do
        </h2>
        <div className="flex flex-col gap-4">
          <ul className="flex list-disc flex-col gap-3 pl-5">
            {RISKS.map((risk) => (
              <li key={risk}>{risk}</li>
            ))}
          </ul>
          {site?.practice === false && (
            <p className="text-ink-2">
              Bidwell is not affiliated with {site.name}. The site's terms are reported to forbid automated access, so
              an account that uses Bidwell could be suspended there.
            </p>
          )}
        </div>
      </section>
    </div>
  )
}
