import { messages } from '@bidwell/contract'
import { openAuthDialog } from '../account/dialog/open-auth-dialog.ts'
import { useSite } from '../api/installation-queries.ts'
import { StartTrialButton } from '../plans/StartTrialButton.tsx'
import { useSession } from '../session/session.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { CalendarClock, FileCheck2, FlaskConical, Link2, type LucideIcon } from '../ui/icons.tsx'
import { Link, TextLink } from '../ui/Link.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Claims } from './Claims.tsx'
import { claims, description, features, hero, steps } from './content/site-content.ts'
import { HomePractice } from './HomePractice.tsx'
import dashboardDark from './pictures/dashboard-dark.webp'
import dashboardLight from './pictures/dashboard-light.webp'
import lastMinuteDark from './pictures/last-minute-dark.webp'
import lastMinuteLight from './pictures/last-minute-light.webp'
import phoneDark from './pictures/phone-dark.webp'
import phoneLight from './pictures/phone-light.webp'
import { RISKS } from './risks.ts'

const STEP_ICONS: readonly LucideIcon[] = [Link2, CalendarClock, FileCheck2]

function HomePage() {
  const site = useSite()
  return (
    <div className="flex flex-col gap-12 py-4 sm:gap-18 sm:py-10">
      <Hero site={site} />

      <HomePractice />

      <Pictures />

      <section aria-labelledby="how">
        <h2 id="how" className="text-title font-semibold">
          How a bid is placed
        </h2>
        <ol className="mt-6 grid gap-8 sm:grid-cols-3">
          {steps.map(({ title, text }, place) => {
            const Icon = STEP_ICONS[place] ?? Link2
            return (
              <li key={title} className="flex flex-col gap-2 border-t-3 border-accent pt-4">
                <Icon aria-hidden size={24} className="text-accent" />
                <h3 className="text-lead font-semibold">{title}</h3>
                <p className="text-ink-2">{text}</p>
              </li>
            )
          })}
        </ol>
      </section>

      <section id="features" aria-labelledby="features-title">
        <h2 id="features-title" className="text-title font-semibold">
          Features
        </h2>
        <ul className="mt-6 grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {features.map(({ title, text }) => (
            <li key={title} className="flex flex-col gap-1">
              <h3 className="font-semibold">{title}</h3>
              <p className="text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
        <p className="mt-6">
          <TextLink to="/features">All features</TextLink>
        </p>
      </section>

      {claims.length > 0 && <Claims />}

      <Risks site={site} />
    </div>
  )
}

type SiteProps = { site: ReturnType<typeof useSite> }

function Hero({ site }: SiteProps) {
  const session = useSession()
  return (
    <section className="grid items-center gap-8 lg:grid-cols-[1fr_26rem] lg:gap-16">
      <div className="flex flex-col items-start gap-5">
        <PageTitle size="hero" tab="Bids in the last seconds">
          {hero.title}
        </PageTitle>
        <p className="max-w-prose text-lead text-ink-2">{hero.text}</p>
        <a href="#practice" className="text-link">
          {messages.practice.seeOne}
        </a>
        {session.kind === 'signed-in' ? (
          <Link to="/dashboard" className={buttonClass({ variant: 'primary' })}>
            Go to your auctions
          </Link>
        ) : (
          <div className="flex flex-wrap gap-3 in-data-session:invisible">
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
      <LastMinutePicture className="max-lg:hidden!" />
    </section>
  )
}

/** The last minute has no place in a phone's first window: its picture would be the largest paint there, and come after the text. */
const LastMinutePicture = ({ className }: { className: string }) => (
  <ProductPicture
    light={lastMinuteLight}
    dark={lastMinuteDark}
    width={768}
    height={474}
    alt={messages.practice.lastMinutePicture}
    className={`mx-auto max-w-104 rounded-card shadow-float ${className}`}
  />
)

const Pictures = () => (
  <div className="flex flex-col gap-8">
    <LastMinutePicture className="lg:hidden!" />
    <div className="overflow-hidden rounded-card border border-line max-sm:mx-auto max-sm:max-w-90">
      <ProductPicture
        light={dashboardLight}
        dark={dashboardDark}
        width={2560}
        height={1600}
        alt={messages.practice.dashboardPicture}
        className="max-sm:hidden!"
      />
      <ProductPicture
        light={phoneLight}
        dark={phoneDark}
        width={720}
        height={1440}
        alt={messages.practice.phonePicture}
        className="sm:hidden!"
      />
    </div>
  </div>
)

const Risks = ({ site }: SiteProps) => (
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
          Bidwell is not affiliated with {site.name}. The site's terms are reported to forbid automated access, so an
          account that uses Bidwell could be suspended there.
        </p>
      )}
    </div>
  </section>
)

type ProductPictureProps = {
  /** The addresses of the picture in both themes. The browser loads only the one that it shows. */
  light: string
  dark: string
  /** Its size in pixels, so that nothing moves when it has loaded. */
  width: number
  height: number
  alt: string
  className?: string
}

/** A picture of the product in the theme of the page. `npm run pictures` makes them. */
const ProductPicture = ({ light, dark, alt, className, ...size }: ProductPictureProps) => (
  <>
    {(['light', 'dark'] as const).map((theme) => (
      <img
        key={theme}
        {...size}
        src={theme === 'light' ? light : dark}
        alt={alt}
        loading="lazy"
        decoding="async"
        className={classNames('h-auto w-full', theme === 'light' ? 'dark:hidden' : 'hidden dark:block', className)}
      />
    ))}
  </>
)

export const head = { title: 'Bids in the last seconds', description }

export { HomePage as Component }
