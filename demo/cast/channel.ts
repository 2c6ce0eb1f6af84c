import type { CATEGORIES } from '#shared/plain/category-list.ts';
import type { Scenery } from '../drawing/posters.ts';

/** A person of the demo with their channel. Limits are the contract's. */
export interface DemoChannel {
  readonly username: string;
  readonly displayName: string;
  readonly description: string;
  readonly schedule: string;
  readonly title: string;
  readonly game: (typeof CATEGORIES)[number]['name'];
  readonly tags: readonly string[];
  readonly scenery: Scenery;
  /** Usernames. */
  readonly follows: readonly string[];
}
