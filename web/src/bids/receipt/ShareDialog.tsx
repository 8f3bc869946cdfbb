import { messages, type Receipt } from '@bidwell/contract'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Download, Share2 } from '../../ui/icons.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastError } from '../../ui/overlays/toasts.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { CARD, drawCard } from './draw-card.ts'
import { cardText, shareCardOf } from './share-card.ts'

const { image } = messages.receipt
const NAME = 'bidwell-receipt.png'

/** The receipt as an image without names, to share or to save. It is drawn in the browser and sent nowhere. */
export function ShareDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const [showsPrices, setShowsPrices] = useState(false)
  const picture = useReadablePicture(receipt.image_url)
  const canvas = useRef<HTMLCanvasElement>(null)
  // Made ahead: a browser shares only at once after a click.
  const [file, setFile] = useState<File | null>(null)
  const card = shareCardOf(receipt, showsPrices)

  useEffect(() => {
    let isOld = false
    const { current } = canvas
    const drawn = shareCardOf(receipt, showsPrices)
    if (!current || !drawn || picture === undefined) return undefined
    void drawCard(current, drawn, picture).then(() =>
      current.toBlob((blob) => {
        if (isOld) return
        if (blob === null) toastError(image.failed, { id: 'share-image' })
        setFile(blob && new File([blob], NAME, { type: blob.type }))
      }, 'image/png'),
    )
    return () => {
      isOld = true
    }
  }, [receipt, showsPrices, picture])

  const canShare = file !== null && 'canShare' in navigator && navigator.canShare({ files: [file] })
  return (
    <Dialog
      title={image.title}
      description={image.about}
      onClose={onClose}
      actions={
        <>
          <Button busy={file === null} onClick={() => file && saveFile(NAME, file.type, file)}>
            <Download aria-hidden size={18} />
            {image.save}
          </Button>
          {canShare && (
            <Button variant="primary" onClick={() => void share(file)}>
              <Share2 aria-hidden size={18} />
              {image.share}
            </Button>
          )}
        </>
      }
    >
      <figure>
        <canvas
          ref={canvas}
          aria-hidden
          {...CARD}
          className="h-auto w-full rounded-control border border-line bg-sunken"
        />
        <figcaption className="sr-only">{card && cardText(card)}</figcaption>
      </figure>
      {picture === null && receipt.image_url !== null && (
        <p className="mt-2 text-small text-ink-2">{image.noPicture}</p>
      )}
      {receipt.bid.final_price !== null && (
        <Checkbox
          label={image.showPrices}
          checked={showsPrices}
          onChange={({ target }) => {
            setFile(null)
            setShowsPrices(target.checked)
          }}
        />
      )}
    </Dialog>
  )
}

async function share(file: File) {
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    toastError(image.notShared(error instanceof Error ? error.message : ''))
  }
}

/** The picture, if its origin lets a canvas be read that shows it; null if not, and undefined while it loads. */
function useReadablePicture(url: string | null): HTMLImageElement | null | undefined {
  const [picture, setPicture] = useState<HTMLImageElement | null | undefined>(url === null ? null : undefined)
  useEffect(() => {
    if (url === null) return undefined
    const loading = new Image()
    loading.crossOrigin = 'anonymous'
    const left = new AbortController()
    loading.addEventListener('load', () => setPicture(loading), { signal: left.signal })
    loading.addEventListener('error', () => setPicture(null), { signal: left.signal })
    loading.src = url
    return () => left.abort()
  }, [url])
  return picture
}
