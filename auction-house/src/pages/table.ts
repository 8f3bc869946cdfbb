import { html, type Html } from './html.ts'

/** A table that scrolls on its own on a narrow screen, also by keyboard. */
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
