const MEBIBYTE = 2 ** 20
const GIBIBYTE = 2 ** 30

const rounded = (amount: number) => Math.max(0.1, amount).toLocaleString('en-US', { maximumFractionDigits: 1 })

/** A size: `70 GiB`. */
export const bytesText = (bytes: number): string =>
  bytes < GIBIBYTE ? `${rounded(bytes / MEBIBYTE)} MiB` : `${rounded(bytes / GIBIBYTE)} GiB`
