import { createElement, type SVGProps } from 'react'

/** An icon of lucide: the names and the attributes of the elements in its picture. */
type IconData = { size: number; node: readonly [tag: string, attributes: Record<string, string>][] }

type IconProps = SVGProps<SVGSVGElement> & { size?: number }

/**
 * Takes the place of lucide's own function, which can do more than the app needs in five times the code: the build puts it
 * into each icon. The picture has the colour of the text.
 */
export function createIcon({ size: box, node }: IconData) {
  return ({ size = 24, ...props }: IconProps) =>
    createElement(
      'svg',
      {
        'aria-hidden': true,
        width: size,
        height: size,
        viewBox: `0 0 ${box} ${box}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
