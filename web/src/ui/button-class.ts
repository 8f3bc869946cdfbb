import { classNames } from './class-names.ts'

export type ButtonStyle = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  /** `icon` is a square with an icon only; it needs an `aria-label`. */
  size?: 'normal' | 'dense' | 'icon' | undefined
}

const BASE =
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-control border text-center text-body font-semibold select-none aria-disabled:cursor-not-allowed aria-disabled:opacity-60 disabled:not-data-waiting:opacity-60'

const VARIANT = {
  primary: 'border-transparent bg-accent text-on-accent hover:brightness-110',
  secondary: 'border-edge bg-surface text-ink hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-sunken',
  danger: 'border-transparent bg-danger text-on-danger hover:brightness-110',
} as const

const SIZE = { normal: 'min-h-11 px-4 py-1.5', dense: 'min-h-10 px-3 py-1.5', icon: 'size-11' } as const

/** The class names of a button, also for links that look like one. */
export const buttonClass = ({ variant = 'secondary', size = 'normal' }: ButtonStyle, className?: string): string =>
  classNames(BASE, VARIANT[variant], SIZE[size], className)
