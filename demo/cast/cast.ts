/** All people in the demo: a dozen, in every category. Names and texts are made up. */
import type { DemoChannel } from './channel.ts';
import { livingRooms } from './living-rooms.ts';
import { workshops } from './workshops.ts';

export const cast: readonly DemoChannel[] = [...livingRooms, ...workshops];
