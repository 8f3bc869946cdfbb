import { useStillTrying } from '../api/until-begun.ts'
import { Spinner } from '../ui/loading/placeholders.tsx'

/** Says that what was pressed goes on, although the server has been too busy so far. */
export function StillTrying() {
  const isTrying = useStillTrying()
  return (
    <output className="fixed inset-x-0 bottom-20 z-50 flex justify-center empty:hidden md:bottom-6">
      {isTrying && (
        <span className="flex items-center gap-2 rounded-card border border-line bg-surface px-4 py-3 shadow-float">
          <Spinner /> Still trying…
        </span>
      )}
    </output>
  )
}
