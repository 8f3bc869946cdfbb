/** A burning fuse above a price that rises in steps. */
export const Logo = () => (
  <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden className="shrink-0">
    <rect width="32" height="32" rx="8" className="fill-accent" />
    <g fill="none" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" className="stroke-on-accent">
      <path d="M7 9h18" strokeOpacity="0.4" />
      <path d="M7 9h6" />
      <path d="M8 22h5v-4h6v-3h5" />
    </g>
  </svg>
)
