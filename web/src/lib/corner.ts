/** What stays in the corner of the window when the screen changes: the mini player, which brings its own code. */
import type { ReactNode } from 'react';
import { createEmitter } from './async/emitter.ts';

const changes = createEmitter();
let content: ReactNode = null;

export const inCorner = (): ReactNode => content;

export const subscribeToCorner = changes.subscribe;

export function showInCorner(node: ReactNode): void {
  content = node;
  changes.emit();
}
