/** The classes in a page that the app's styles know and the styles within the page do not. */
export async function missingStyles(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text()
  const [, own = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? []
  const [, file = ''] = /<meta name="all-styles" content="([^"]+)">/.exec(html) ?? []
  const all = await (await fetch(new URL(file, url))).text()
  const [, body = ''] = html.split('<body')
  const classes = [...body.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' '))
  const decoded = new Set(classes.map((name) => name.replaceAll('&amp;', '&').replaceAll('&#x27;', "'")))
  if (!isIn(all, 'flex')) throw new Error(`${url} names no styles of the app`)
  return [...decoded].filter((name) => name !== '' && isIn(all, name) && !isIn(own, name))
}

const isIn = (styles: string, name: string) => styles.includes(`.${name.replaceAll(/[^\w-]/g, String.raw`\$&`)}`)
