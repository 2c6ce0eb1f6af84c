/** For `ref`: what a step begins with has the focus once the step is there. */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus();
