/** The id of a card's element. */
export const lotCardId = (id: number): string => `lot-${id}`

/** The card of a lot in the list. Found by its id, because a search among all elements of a long list takes long. */
export const lotCard = (id: number): HTMLElement | null => document.getElementById(lotCardId(id))
