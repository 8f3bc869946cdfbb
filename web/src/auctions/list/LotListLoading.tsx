/** The list's placeholder during the first load. */
export const LotListLoading = () => (
  <ul
    data-loading
    aria-busy="true"
    aria-label="Loading your auctions"
    className="@container flex animate-appear flex-col pt-8"
  >
    {[0, 1, 2, 3].map((n) => (
      <li
        key={n}
        className="mb-3 flex h-36 gap-3 rounded-card border border-line bg-surface p-4 dense:mb-0 dense:h-18 dense:p-2.5"
      >
        <div className="size-18 rounded-control bg-sunken dense:size-12" />
        <div className="flex flex-1 flex-col gap-3">
          <div className="h-5 w-28 rounded-tag bg-sunken" />
          <div className="h-5 max-w-80 rounded-tag bg-sunken" />
        </div>
      </li>
    ))}
  </ul>
)
