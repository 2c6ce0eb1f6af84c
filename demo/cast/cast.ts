/** Everybody in the demo: a dozen people, every category. Names and words are made up. */
import type { DemoChannel } from './channel.ts';
import { livingRooms } from './living-rooms.ts';
import { workshops } from './workshops.ts';

export const cast: readonly DemoChannel[] = [...livingRooms, ...workshops];
