import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ChevronLeft, ChevronRight } from '../../ui/icons.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'

const PhotoDialog = lazyDialog(async () => (await import('./PhotoDialog.tsx')).PhotoDialog)

type AuctionPhotosProps = { title: string; urls: readonly string[] }

/** The photographs of an item, one at a time, each shown large on a click. A photograph that does not load is left out. */
export function AuctionPhotos({ title, urls }: AuctionPhotosProps) {
  const [place, setPlace] = useState(0)
  const [missing, setMissing] = useState<readonly string[]>([])
  const [isLarge, setIsLarge] = useState(false)
  const photos = urls.filter((url) => !missing.includes(url))
  const shown = Math.min(place, photos.length - 1)
  const url = photos[shown]
  if (url === undefined) return null
  const step = (by: number) => setPlace((shown + by + photos.length) % photos.length)
  const turn = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined || photos.length === 1) return
    event.preventDefault()
    step(by)
  }
  const name = photos.length === 1 ? 'Photograph' : `Photograph ${shown + 1} of ${photos.length}`
  const arrows = photos.length > 1 && (
    <>
      <Button variant="quiet" size="icon" aria-label="Previous photograph" onKeyDown={turn} onClick={() => step(-1)}>
        <ChevronLeft aria-hidden size={20} />
      </Button>
      <output className="text-small text-ink-2 tabular">
        {shown + 1} of {photos.length}
      </output>
      <Button variant="quiet" size="icon" aria-label="Next photograph" onKeyDown={turn} onClick={() => step(1)}>
        <ChevronRight aria-hidden size={20} />
      </Button>
    </>
  )
  return (
    <div className="flex w-20 shrink-0 flex-col items-center gap-1">
      <button
        type="button"
        aria-label={`${name}: show it large`}
        onKeyDown={turn}
        className="w-full cursor-zoom-in overflow-hidden rounded-control bg-sunken"
        onClick={() => setIsLarge(true)}
      >
        <img
          src={url}
          alt=""
          className="h-20 w-full object-contain"
          onError={() => navigator.onLine && setMissing((earlier) => [...earlier, url])}
        />
      </button>
      {photos.length > 1 && (
        <span aria-hidden className="text-label text-ink-2 tabular">
          {shown + 1} of {photos.length}
        </span>
      )}
      {isLarge && <PhotoDialog title={title} name={name} url={url} arrows={arrows} onClose={() => setIsLarge(false)} />}
    </div>
  )
}
