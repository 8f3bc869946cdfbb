import { Spinner } from '../ui/loading/Spinner.tsx'

/** Shown while the server looks at a mailed link. */
export const CheckingLink = () => (
  <output className="flex items-center gap-3 py-4 text-ink-2">
    <Spinner />
    Checking your link…
  </output>
)
