import { type ComponentProps, useState } from 'react'
import { ActionBar } from '../ui/ActionBar.tsx'
import { Button, type ButtonStyle } from '../ui/Button.tsx'
import { Card } from '../ui/cards/Card.tsx'
import { Fact, Facts } from '../ui/cards/Facts.tsx'
import { Fold } from '../ui/cards/Fold.tsx'
import { Rows } from '../ui/cards/Rows.tsx'
import { Section } from '../ui/cards/Section.tsx'
import { Chips } from '../ui/fields/Chips.tsx'
import { CircleCheck, Pencil } from '../ui/icons.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { LabelList } from '../ui/LabelList.tsx'
import { TextLink } from '../ui/Link.tsx'
import { Skeleton, Spinner } from '../ui/loading/placeholders.tsx'
import { Menu } from '../ui/overlays/Menu.tsx'
import { Picture } from '../ui/Picture.tsx'
import { VisuallyHidden } from '../ui/screen-readers.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Tag } from '../ui/Tag.tsx'
import { type Tone, TONE_CLASS } from '../ui/tone.ts'
import { Group, Row } from './Group.tsx'

const VARIANTS = ['primary', 'secondary', 'quiet', 'danger'] as const satisfies ButtonStyle['variant'][]
const STATES: { name: string; props: ComponentProps<typeof Button> }[] = [
  { name: '', props: {} },
  { name: 'dense', props: { size: 'dense' } },
  { name: 'busy', props: { busy: true } },
  { name: 'refused', props: { whyNot: 'The final minute has begun.' } },
  { name: 'disabled', props: { disabled: true } },
]
const TONES = Object.keys(TONE_CLASS) as Tone[]
const TABS = ['Profile', 'Security', 'Data'].map((label) => ({
  value: label,
  label,
  panel: <p>The panel of {label}.</p>,
}))

/** Buttons, links, tags, pictures, tabs and what shows that something loads. */
export function Controls({ theme }: { theme: string }) {
  const [tab, setTab] = useState('Profile')
  const [chip, setChip] = useState('all')
  return (
    <>
      <Buttons />
      <Group title="Tags">
        <Row>
          {TONES.map((tone) => (
            <Tag key={tone} tone={tone} icon={CircleCheck}>
              {tone}
            </Tag>
          ))}
        </Row>
        <LabelList labels={['Gift', 'Clocks', 'Office']} most={2} />
      </Group>
      <Group title="Chips and tabs">
        <Chips
          label={`Filter, ${theme}`}
          value={chip}
          onChange={setChip}
          chips={[
            { value: 'all', label: 'All', count: 14 },
            { value: 'armed', label: 'Scheduled', count: 9 },
            { value: 'ended', label: 'Ended' },
          ]}
        />
        <Tabs label={`Tabs, ${theme}`} value={tab} onChange={setTab} tabs={TABS} />
      </Group>
      <Group title="Card, section, pictures, loading">
        <KeepFocus label={`Card, ${theme}`}>
          <Card className="flex flex-wrap items-center gap-3">
            <Picture url="/icon-192.png" px={72} />
            <Picture url={undefined} px={72} />
            <Picture url="/favicon.svg" px={48} />
            <Picture url="/no-such-picture.png" px={48} />
            <Spinner />
            <div data-sample>
              <Skeleton className="h-12 w-40" />
            </div>
          </Card>
        </KeepFocus>
        <Section title={`Section, ${theme}`} text="What it is about." action={<Button>Act</Button>}>
          <Facts>
            <Fact name="A fact">its value</Fact>
          </Facts>
          <Rows label={`Rows, ${theme}`} empty="No rows yet.">
            {['One row', 'Another row'].map((text) => (
              <li key={text} className="py-2">
                {text}
              </li>
            ))}
          </Rows>
          <Fold title="A fold" heading="h2" state="On">
            What few need.
          </Fold>
        </Section>
      </Group>
    </>
  )
}

function Buttons() {
  return (
    <Group title="Buttons">
      {VARIANTS.map((variant) => (
        <Row key={variant}>
          {STATES.map(({ name, props }) => (
            <Button key={name} variant={variant} {...props}>
              {`${variant} ${name}`}
            </Button>
          ))}
          <Button variant={variant} size="icon" aria-label={`Edit, ${variant}`}>
            <Pencil aria-hidden size={18} />
          </Button>
        </Row>
      ))}
      <Row>
        <Menu
          entries={[
            { label: 'Edit bid', icon: Pencil, onSelect: () => {} },
            { label: 'Selected', selected: true, onSelect: () => {} },
            { label: 'Locked', whyNot: 'The bid is on its way.', onSelect: () => {} },
            { label: 'Remove', danger: true, onSelect: () => {} },
          ]}
        >
          Menu
        </Menu>
        <Menu busy entries={[]}>
          Busy menu
        </Menu>
        <TextLink to="/test-palette">
          Link
          <VisuallyHidden> to this page</VisuallyHidden>
        </TextLink>
      </Row>
      <ActionBar outcome="Up to $24.00, at 5:53:31 PM PST">
        <Button variant="primary" className="flex-1">
          Schedule bid
        </Button>
        <Button>Cancel bid</Button>
      </ActionBar>
    </Group>
  )
}
