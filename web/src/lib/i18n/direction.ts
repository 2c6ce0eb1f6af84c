/** Whether the page's language is written from right to left. */
export const isRightToLeft = globalThis.document?.documentElement.dir === 'rtl';

/** The keys that move along a line of text. */
export const [ARROW_BACK, ARROW_FORWARD] = isRightToLeft
  ? (['ArrowRight', 'ArrowLeft'] as const)
  : (['ArrowLeft', 'ArrowRight'] as const);
