import { classNames } from '../ui/class-names.ts'

type ProductPictureProps = {
  /** The addresses of the picture in both themes. The browser loads only the one that it shows. */
  light: string
  dark: string
  /** Its size in pixels, so that nothing moves when it has loaded. */
  width: number
  height: number
  alt: string
  className?: string
}

/** A picture of the product in the theme of the page. `npm run pictures` makes them. */
export const ProductPicture = ({ light, dark, alt, className, ...size }: ProductPictureProps) => (
  <>
    {(['light', 'dark'] as const).map((theme) => (
      <img
        key={theme}
        {...size}
        src={theme === 'light' ? light : dark}
        alt={alt}
        loading="lazy"
        decoding="async"
        className={classNames('h-auto w-full', theme === 'light' ? 'dark:hidden' : 'hidden dark:block', className)}
      />
    ))}
  </>
)
