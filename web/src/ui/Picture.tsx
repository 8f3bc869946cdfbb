import { type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'
import { ImageOff } from './icons.tsx'

const SIZE = { 48: 'size-12', 72: 'size-18' } as const

type PictureProps = { url: string | undefined; px: keyof typeof SIZE; className?: string; children?: ReactNode }

/** A square picture of an item; a placeholder where there is none, or where it does not load. */
export function Picture({ url, px, className, children }: PictureProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  return (
    <div
      className={classNames(
        'relative grid shrink-0 place-items-center overflow-hidden rounded-control bg-sunken',
        SIZE[px],
        className,
      )}
    >
      {url === undefined || url === failedUrl ? (
        <ImageOff aria-hidden size={20} className="text-edge" />
      ) : (
        <img
          src={url}
          alt=""
          width={px}
          height={px}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setFailedUrl(url)}
        />
      )}
      {children}
    </div>
  )
}
