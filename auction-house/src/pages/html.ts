/** Markup that is safe to send as it is. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | Html[]

/** Markup around values; every value that is not markup itself is escaped. */
export function html(strings: TemplateStringsArray, ...values: Value[]) {
  return new Html(strings.reduce((text, part, index) => text + textOf(values[index - 1] ?? '') + part))
}

function textOf(value: Value): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(textOf).join('')
  return String(value).replaceAll(/[&<>"']/g, (char) => `&#${char.codePointAt(0)};`)
}
