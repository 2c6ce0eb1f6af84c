/** Where toasts stand: beside the app (`index.html`), as dialogs hide it from screen readers. */

const ID = 'toasts';

export const toastsPlace = (): HTMLElement => document.getElementById(ID) ?? document.body;

/** Whether a dialog has to leave something alone. */
export const isInToasts = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`#${ID}`) !== null;

const LEFT = '--toasts-left';

/** On wide screens: the sidebar, at the left edge, has buttons where toasts would stand. */
export function keepToastsBesideSidebar(): void {
  const sidebar = document.querySelector<HTMLElement>('aside[aria-label=Sidebar]');
  document.documentElement.style.setProperty(LEFT, `${sidebar?.offsetWidth ?? 0}px`);
}

/** Whatever is at the left edge is at rest: toasts stand there, beside a dialog. Answers what ends that. */
export function letToastsAside(): () => void {
  const { style } = toastsPlace();
  style.setProperty(LEFT, '0px');
  return () => style.removeProperty(LEFT);
}
