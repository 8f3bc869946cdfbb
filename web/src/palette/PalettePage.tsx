import { PageTitle } from '../ui/PageTitle.tsx'
import { Charts } from './Charts.tsx'
import { Controls } from './Controls.tsx'
import { Fields } from './Fields.tsx'
import { Notices } from './Notices.tsx'
import { Overlays } from './Overlays.tsx'
import { Tokens } from './Tokens.tsx'

/** `/test-palette`: the design's tokens and every component of `ui/` in every state, in both themes. */
const PalettePage = () => (
  <div className="flex flex-col gap-6">
    <header className="flex max-w-prose flex-col gap-2">
      <PageTitle>Palette</PageTitle>
      <p className="text-ink-2">The tokens of the design and every component in every state, first light, then dark.</p>
    </header>
    <Theme name="Light" className="scheme-light" />
    <Theme name="Dark" className="scheme-dark" />
    <Overlays />
  </div>
)

const Theme = ({ name, className }: { name: string; className: string }) => (
  <section
    aria-label={`${name} theme`}
    className={`${className} flex flex-col gap-8 rounded-card border border-line bg-page p-3 text-ink sm:p-6`}
  >
    <h2 className="text-title font-semibold">{name}</h2>
    <Tokens />
    <Controls theme={name} />
    <Fields />
    <Notices />
    <Charts />
  </section>
)

export { PalettePage as Component }
