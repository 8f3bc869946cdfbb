/**
 * Spreadsheets take a cell that begins with one of these, also in full width, as a formula, and run it. Where the list
 * separator is a semicolon or a tab, they begin a cell after each, and drop blanks, invisible letters and quotes before it.
 */
const FORMULA = /(^|[;\t\r\n])([\s\p{Cf}"'“”„«»]*)(?=[=+\-@＝＋－＠])/gu

/** A cell of text, in quotes. What a spreadsheet would run gets an apostrophe, which it reads as 'this is text'. */
export const textCell = (text: string): string => `"${text.replaceAll(FORMULA, "$1$2'").replaceAll('"', '""')}"`

/** A cell with an amount in dollars: `1234.50`, `-6.00`; empty for null. A number, so that a spreadsheet can add it up. */
export const moneyCell = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2))

/** A line of a file as RFC 4180 has it. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`
