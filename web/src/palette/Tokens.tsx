import { Group } from './Group.tsx'

const SURFACES = ['page', 'surface', 'sunken', 'line', 'edge', 'veil']
const TEXTS = ['ink', 'ink-2', 'accent', 'warning', 'urgent', 'success', 'outbid', 'danger', 'neutral']
const TINTS = ['accent', 'warning', 'urgent', 'success', 'outbid', 'danger', 'neutral']
const TYPE = [
  { name: 'label 13/20', className: 'text-label' },
  { name: 'small 14/20', className: 'text-small' },
  { name: 'body 16/24', className: 'text-body' },
  { name: 'lead 20/28', className: 'text-lead font-semibold' },
  { name: 'timer 22/28', className: 'text-timer font-semibold tabular' },
  { name: 'title 24/32', className: 'text-title font-semibold' },
  { name: 'display 32/40', className: 'text-display font-semibold' },
  { name: 'hero 44/50', className: 'text-display font-semibold sm:text-hero' },
]
const RADII = [
  { name: 'tag 6', className: 'rounded-tag' },
  { name: 'control 8', className: 'rounded-control' },
  { name: 'card 12', className: 'rounded-card' },
  { name: 'full', className: 'rounded-full' },
]
const SPACES = [4, 8, 12, 16, 24, 32, 48, 72]

const color = (name: string) => `var(--color-${name})`

/** The colours, the type, the corners, the spaces and the shadow. */
export const Tokens = () => (
  <>
    <Group title="Colours">
      <ul aria-label="Surfaces" className="grid grid-cols-2 gap-3 sm:grid-cols-6">
        {SURFACES.map((name) => (
          <li key={name} className="flex flex-col gap-1 text-label">
            <span className="h-12 rounded-control border border-edge" style={{ background: color(name) }} />
            {name}
          </li>
        ))}
      </ul>
      <ul aria-label="Texts" className="grid grid-cols-2 gap-3 rounded-control bg-surface p-3 sm:grid-cols-5">
        {TEXTS.map((name) => (
          <li key={name} className="font-semibold" style={{ color: color(name) }}>
            {name} 0123
          </li>
        ))}
      </ul>
      <ul aria-label="Tones on their tints" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {TINTS.map((name) => (
          <li
            key={name}
            className="rounded-control px-3 py-2 font-semibold"
            style={{ color: color(name), background: color(`${name}-tint`) }}
          >
            {name}
          </li>
        ))}
        {['accent', 'danger'].map((name) => (
          <li
            key={`on-${name}`}
            className="rounded-control px-3 py-2 font-semibold"
            style={{ color: color(`on-${name}`), background: color(name) }}
          >
            on {name}
          </li>
        ))}
      </ul>
    </Group>
    <Group title="Type">
      {TYPE.map(({ name, className }) => (
        <p key={name} className={className}>
          {name} $1,234.50
        </p>
      ))}
    </Group>
    <Group title="Corners, spaces, shadow">
      <div className="flex flex-wrap gap-3 text-label">
        {RADII.map(({ name, className }) => (
          <span key={name} className={`${className} grid h-12 w-24 place-items-center border border-edge bg-surface`}>
            {name}
          </span>
        ))}
        <span className="grid h-12 w-24 place-items-center rounded-card bg-surface shadow-float">float</span>
      </div>
      <ul aria-label="Spaces" className="flex flex-wrap items-end gap-3 text-label">
        {SPACES.map((px) => (
          <li key={px} className="flex flex-col items-center gap-1">
            <span className="block bg-accent" style={{ width: px, height: px }} />
            {px}
          </li>
        ))}
      </ul>
    </Group>
  </>
)
