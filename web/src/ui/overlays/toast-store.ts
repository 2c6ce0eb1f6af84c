import { createEmitter } from '#web/lib/async/emitter.ts';

export interface ToastLink {
  readonly label: string;
  readonly to: string;
  /** Of the history entry. */
  readonly state?: object;
}

export interface ToastWords {
  readonly title: string;
  readonly description?: string;
  readonly tone?: 'default' | 'success' | 'danger';
  readonly link?: ToastLink;
  readonly otherLink?: ToastLink;
}

export type VisibleToast = ToastWords & { readonly id: number };

const changes = createEmitter();
let current: VisibleToast | null = null;
let lastId = 0;

export function showToast(words: ToastWords): void {
  lastId += 1;
  set({ ...words, id: lastId });
}

/** Closes the toast unless another replaced it. */
export function closeToast(id: number): void {
  if (current?.id === id) set(null);
}

export const currentToast = (): VisibleToast | null => current;

export const subscribeToToast = changes.subscribe;

function set(toast: VisibleToast | null): void {
  current = toast;
  changes.emit();
}
