/** The container of toasts, beside the app (`index.html`), because dialogs hide the app from screen readers. */

const ID = 'toasts';

export const toastContainer = (): HTMLElement => document.getElementById(ID) ?? document.body;

/** Whether dialogs must ignore an element. */
export const isInToasts = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`#${ID}`) !== null;
