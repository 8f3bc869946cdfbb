/**
 * Spreadsheets take a cell that begins with one of these, also in full width, as a formula, and run it. Where the list
 * separator is a semicolon or a tab, they begin a cell after each, and drop blanks, invisible letters and quotes before it.
 */
const FORMULA = /(^|[;\t\r\n])([\s\p{Cf}"'“”„«»]*)(?=[=+\-@＝＋－＠])/gu
const GUARDED = /(^|[;\t\r\n])([\s\p{Cf}"'“”„«»]*)'(?=[=+\-@＝＋－＠])/gu

/** The text of a cell. What a spreadsheet would run gets an apostrophe, which it reads as 'this is text'. */
export const guardFormulas = (text: string): string => text.replaceAll(FORMULA, "$1$2'")

/** The text before `guardFormulas`. */
export const unguardFormulas = (text: string): string => text.replaceAll(GUARDED, '$1$2')
