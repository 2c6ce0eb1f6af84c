/** Something of a channel's that costs the site money: a broadcast from the camera, or an airing. */
export interface BilledBroadcast {
  readonly channelId: string;
  /** Letters and digits; no other thing of the channel's has it. */
  readonly id: string;
  /** It counts in the month (UTC) in which it began, all of it. Ms since 1970. */
  readonly startedAtMs: number;
}

/** What is known of what a thing has used so far. */
export type Use = CameraUse | SoftwareUse;

export interface CameraUse {
  readonly kind: 'camera';
  readonly storedSegments: number;
  readonly storedChunks: number;
  /** Of the windows in which its chunks are transcoded. */
  readonly windowMs: number;
  readonly keepsReplay: boolean;
}

export interface SoftwareUse {
  readonly kind: 'software';
  /** For how long IVS has taken it in. */
  readonly receivedMs: number;
  readonly keepsReplay: boolean;
}

/** What channels cost the site, as far as is known: an estimate, in dollars. */
export interface Costs {
  /** Says what a thing has used until `untilMs`. Twice, late and in any order: the most that was said counts, once. */
  note(thing: BilledBroadcast, use: Use, untilMs: number): Promise<void>;
  /** That the channel's month leaves room for one more. Throws `cap_reached`, in words that say when it opens again. */
  require(channelId: string): Promise<void>;
  /** Whether it would throw. */
  isReached(channelId: string): Promise<boolean>;
  /** What a thing has cost, for whose it is; `undefined` where the stage does not show it, or nothing was noted. */
  visibleCost(thing: BilledBroadcast): Promise<number | undefined>;
}

/** What was noted, and what a channel may cost. */
export interface CostsRepository {
  /** Raises what the thing has cost; what is less changes nothing. */
  raise(thing: BilledBroadcast, dollars: number): Promise<void>;
  find(thing: BilledBroadcast): Promise<number | undefined>;
  /** Of all that began in that month, as `2026-11`. */
  ofMonth(channelId: string, month: string): Promise<number>;
  /** Dollars a month; `undefined`: no cap. */
  capOf(channelId: string): Promise<number | undefined>;
}
