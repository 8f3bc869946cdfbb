import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'

type TabsProps<V extends string> = {
  label: string
  value: V
  onChange: (value: V) => void
  tabs: readonly { value: V; label: string; panel: ReactNode }[]
}

/** In a narrow window the row of tabs scrolls sideways, and shows the chosen one. */
export function Tabs<V extends string>({ label, value, onChange, tabs }: TabsProps<V>) {
  const row = useRef<HTMLDivElement>(null)
  const place = tabs.findIndex((tab) => tab.value === value)
  useEffect(() => {
    const list = row.current
    const chosen = list?.querySelectorAll<HTMLElement>('[role=tab]')[place]
    if (!list || !chosen) return undefined
    // Also when the device is turned, or the window becomes narrower.
    const sizes = new ResizeObserver(() => {
      list.scrollLeft = chosen.offsetLeft + (chosen.offsetWidth - list.clientWidth) / 2
    })
    sizes.observe(list)
    return () => sizes.disconnect()
  }, [place])

  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next)}>
      <Base.List
        ref={row}
        aria-label={label}
        className="relative -mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] sm:mx-0 sm:px-0"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="min-h-11 shrink-0 border-b-3 border-transparent px-3 font-semibold whitespace-nowrap text-ink-2 hover:text-ink data-active:border-accent data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-6">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
