/**
 * Spreadsheets take a cell that begins with one of these as a formula, and run it. Where the list separator is a semicolon,
 * they begin a cell after each.
 */
const FORMULA = /(^|;\s*)(?=[=+\-@\t\r\n])/gu

const NEEDS_QUOTES = /[",\r\n]/

/** A cell of text. One that a spreadsheet would run gets an apostrophe, which spreadsheets read as 'this is text'. */
export function textCell(text: string): string {
  const harmless = text.replaceAll(FORMULA, "$1'")
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A cell with an amount in dollars: `1234.50`, `-6.00`; empty for null. A number, so that a spreadsheet can add it up. */
export const moneyCell = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2))

/** A line of a file as RFC 4180 has it. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`
