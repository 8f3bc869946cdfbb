import known from './sold-words.json' with { type: 'json' }

/** As many as usually stand in a name: each further word leaves fewer sold items to compare with. */
const MOST_WORDS = 6

const PHRASES = new RegExp(`(?<![\\p{L}\\p{N}])(${known.phrases.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
const DROPPED = new Set([...known.fillers, ...known.conditions])
const NAMES_WITH_NEW = new Set(known.namesWithNew)

/** Weights, lengths and numbers of pieces. Millimetres are those of lenses and watches, and stay. */
const MEASURE =
  /(?<![\p{L}\p{N}.-])\d+(\.\d+)?[ -]?(lbs?|pounds?|oz|ounces?|grams?|gr?|kg|in|inch(es)?|["”″]|cm|ft|pcs?|pieces?|ct|count)(?![\p{L}\p{N}])/giu
const DIMENSIONS =
  /(?<![\p{L}\p{N}])\d+(\.\d+)?["”]? ?[x×] ?\d+(\.\d+)?(["”]? ?[x×] ?\d+(\.\d+)?)?["”]?(?![\p{L}\p{N}])/giu

/** A model's number or name, such as `AE-1`, `10179` or `K1000`. */
const isModel = (word: string): boolean => /\d/.test(word) && (/\p{L}/u.test(word) || word.length >= 3)

/**
 * The words of a title that tell what is sold, in their order: without fillers, conditions, measures and phrases of shops. Of more
 * than six, models come before other words, and earlier words before later ones.
 */
export function tellingWords(title: string): string[] {
  const text = title.normalize('NFKC').replaceAll(/['’`]/g, '').replaceAll(/\bw\//giu, ' ')
  const all = text
    .replaceAll(PHRASES, ' ')
    .replaceAll(DIMENSIONS, ' ')
    .replaceAll(MEASURE, ' ')
    .split(/[^\p{L}\p{N}\p{M}.&@-]+/u)
    // Before a word, eBay would take a sign for an operator.
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '' && word.length <= 40)
  const telling = all.filter((word, index) => {
    const lower = word.toLowerCase()
    if (lower === 'new' && NAMES_WITH_NEW.has(all[index + 1]?.toLowerCase() ?? '')) return true
    return !DROPPED.has(lower) && all.findIndex((other) => other.toLowerCase() === lower) === index
  })
  const ranked = telling.toSorted((a, b) => Number(isModel(b)) - Number(isModel(a)))
  const chosen = new Set(ranked.slice(0, MOST_WORDS))
  return telling.filter((word) => chosen.has(word))
}

/** Of the site's search, so many: each further word finds less, and a whole title finds only itself. */
const FEW_WORDS = 4

/** A search for items like one of this title. */
export const similarTo = (title: string): string =>
  // What follows an apostrophe is a word of its own in a search: `Levi’s` has `Levi`.
  tellingWords(title.replaceAll(/['’`]s?/giu, ' '))
    .filter((word) => /[\p{L}\p{N}]{2}/u.test(word))
    .slice(0, FEW_WORDS)
    .join(' ')
