/** The container of toasts, beside the app (`index.html`), because dialogs hide the app from screen readers. */

const ID = 'toasts';

export const toastsPlace = (): HTMLElement => document.getElementById(ID) ?? document.body;

/** Whether dialogs must ignore an element. */
export const isInToasts = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`#${ID}`) !== null;

const START = '--toasts-start';

/** On wide screens, beside the sidebar's buttons. */
export function keepToastsBesideSidebar(): void {
  const sidebar = document.querySelector<HTMLElement>('[data-sidebar]');
  document.documentElement.style.setProperty(START, `${sidebar?.offsetWidth ?? 0}px`);
}

/** Moves toasts to the edge, beside a dialog. Returns how to undo it. */
export function letToastsAside(): () => void {
  const { style } = toastsPlace();
  style.setProperty(START, '0px');
  return () => style.removeProperty(START);
}
