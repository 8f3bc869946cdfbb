import type { ComponentProps, ReactNode } from 'react'
import { TextLink } from '../ui/Link.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

type TextPageProps = { title: string; intro: ReactNode; children: ReactNode }

/** A page to read. */
export const TextPage = ({ title, intro, children }: TextPageProps) => (
  <article className="mx-auto flex w-full max-w-2xl flex-col gap-8 py-4 sm:py-10">
    <header className="flex flex-col gap-3">
      <PageTitle>{title}</PageTitle>
      <div className="text-ink-2">{intro}</div>
    </header>
    {children}
  </article>
)

export const TextSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col items-start gap-3">
    <h2 className="text-lead font-semibold">{title}</h2>
    {children}
  </section>
)

/** A link on a line of its own. */
export const LinkLine = (link: ComponentProps<typeof TextLink>) => (
  <p>
    <TextLink {...link} />
  </p>
)
