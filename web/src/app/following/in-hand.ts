const LISTS = 'ul:has(a[href^="/channel/"])';

/** Whether the pointer or the focus is in a list of channels, or the reader is somewhere down in the one of the screen. */
export function isInHand(): boolean {
  if (document.querySelector(`${LISTS}:is(:hover, :focus-within)`)) return true;
  const list = document.querySelector(`main ${LISTS}`);
  return list !== null && list.getBoundingClientRect().top < 0;
}
