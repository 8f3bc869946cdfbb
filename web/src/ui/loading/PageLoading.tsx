import { Spinner } from './Spinner.tsx'

export const PageLoading = () => (
  <output data-loading className="flex animate-appear items-center justify-center gap-3 py-24 text-ink-2">
    <Spinner />
    Loading...
  </output>
)
