/** Markup that needs no escaping. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | Html[]

/** Builds markup from a template. Values that are not markup are escaped. */
export function html(strings: TemplateStringsArray, ...values: Value[]) {
  return new Html(strings.reduce((text, part, index) => text + textOf(values[index - 1] ?? '') + part))
}

function textOf(value: Value): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(textOf).join('')
  return String(value).replaceAll(/[&<>"']/g, (char) => `&#${char.codePointAt(0)};`)
}
