/**
 * The element that fills the screen with a player. On the page of a large player it is the whole document, which stays
 * when the page of the next video opens; `ui/theme.css` then hides everything else.
 */
export const fullScreenElement = (frame: HTMLElement): HTMLElement =>
  frame.closest('[data-theater-page]') ? document.documentElement : frame;

export const isFullScreen = (frame: HTMLElement): boolean =>
  document.fullscreenElement === fullScreenElement(frame);

/** The setting of the chat beside a full-screen player: `off` where the viewer has hidden it. */
export const FULL_CHAT = 'fullScreenChat';
