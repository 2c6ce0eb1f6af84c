/** A cheap mark in this browser that a broadcast was on the air, so that other pages need not look for one. */
import { keep, readKept } from '#web/lib/kept.ts';

const KEY = 'onAir';

export const markOnAir = (userId: string | null): void => keep('localStorage', KEY, userId);

export const wasOnAir = (userId: string): boolean => readKept('localStorage', KEY) === userId;
