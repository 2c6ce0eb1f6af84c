/** Which toast shows: a new one takes the place of the one before (specification §9). */
import { createEmitter } from '../../lib/emitter.ts';

export interface ToastWords {
  readonly title: string;
  readonly description?: string;
  readonly tone?: 'default' | 'success' | 'danger';
  /** Leads to another screen. */
  readonly link?: { readonly label: string; readonly to: string };
}

export type VisibleToast = ToastWords & { readonly id: number };

const changes = createEmitter();
let current: VisibleToast | null = null;
let lastId = 0;

/** Shows a toast in place of the present one. */
export function showToast(words: ToastWords): void {
  lastId += 1;
  set({ ...words, id: lastId });
}

/** Takes the toast away, unless another one has taken its place. */
export function closeToast(id: number): void {
  if (current?.id === id) set(null);
}

export const currentToast = (): VisibleToast | null => current;

export const subscribeToToast = changes.subscribe;

function set(toast: VisibleToast | null): void {
  current = toast;
  changes.emit();
}
