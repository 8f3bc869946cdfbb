import { html, type Html } from './html.ts'

/** A table that scrolls by itself, with the keyboard too, where the screen is narrow. */
export const table = (label: string, headings: string[], rows: Html[]) =>
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
