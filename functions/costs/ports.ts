/** A broadcast that costs money: by camera, or by encoder. */
export interface BilledBroadcast {
  readonly channelId: string;
  /** Letters and digits; unique in the channel. */
  readonly id: string;
  /** The whole cost counts in this month (UTC). In ms since 1970. */
  readonly startedAtMs: number;
}

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
  /** How long IVS has received it. */
  readonly receivedMs: number;
  readonly keepsReplay: boolean;
}

/** Estimated costs of channels, in dollars. */
export interface Costs {
  /** Records the use until `untilMs`. Repeated, late and unordered calls count once, by the highest use. */
  note(broadcast: BilledBroadcast, use: Use, untilMs: number): Promise<void>;
  /** Throws `cap_reached`, with the time when it resets, if the month's cap is reached. */
  require(channelId: string): Promise<void>;
  /** Whether `require` would throw. */
  isReached(channelId: string): Promise<boolean>;
  /** For the owner; `undefined` where the stage hides costs, or nothing was recorded. */
  visibleCost(broadcast: BilledBroadcast): Promise<number | undefined>;
}

export interface CostsRepository {
  /** Raises the cost; a lower one changes nothing. */
  raise(broadcast: BilledBroadcast, dollars: number): Promise<void>;
  find(broadcast: BilledBroadcast): Promise<number | undefined>;
  /** Costs of what began in that month, as `2026-11`. */
  ofMonth(channelId: string, month: string): Promise<number>;
  /** Dollars a month; `undefined`: no cap. */
  capOf(channelId: string): Promise<number | undefined>;
}
