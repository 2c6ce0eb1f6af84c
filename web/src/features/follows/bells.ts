/** The channels whose going live the user wants to be told of: this browser's memory, for each user apart. */
import { useSyncExternalStore } from 'react';
import { createEmitter } from '../../lib/emitter.ts';
import { readKept } from '../../lib/kept.ts';
import { endAll, listen } from '../../lib/listen.ts';

const keyOf = (userId: string): string => `bells.${userId}`;

const changes = createEmitter();

/** The ids of the channels with a bell; none where the memory is unreadable. */
export function readBells(userId: string): ReadonlySet<string> {
  const ids = readKept('localStorage', keyOf(userId));
  return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
}

/** Switches the bell of a channel; every `useBell` follows. */
export function setBell(userId: string, channelId: string, isOn: boolean): void {
  const ids = new Set(readBells(userId));
  if (isOn) ids.add(channelId);
  else ids.delete(channelId);
  localStorage.setItem(keyOf(userId), JSON.stringify([...ids]));
  changes.emit();
}

/** Whether a channel has a bell, in this tab and every other one. */
export const useBell = (userId: string, channelId: string): boolean =>
  useSyncExternalStore(subscribe, () => readBells(userId).has(channelId));

const subscribe = (listener: () => void) =>
  endAll([changes.subscribe(listener), listen(window, 'storage', listener)]);
