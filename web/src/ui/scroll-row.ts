/** Scrolls a row so that the item is in its middle, but not the page. The row is the item's offset parent. */
export const scrollRowTo = (row: HTMLElement, item: HTMLElement): void =>
  row.scrollTo({ left: item.offsetLeft + (item.offsetWidth - row.clientWidth) / 2 });
