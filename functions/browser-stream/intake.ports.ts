/** What the routes of broadcasts from the camera need. */
import type { BroadcastsRepository, ChunkFiles } from './ports.ts';
import type { StageLoad } from './processing.ports.ts';

/** How the stage is set up. */
export interface StageLimits extends StageLoad {
  /** Broadcasts on the air at once. */
  readonly maxBroadcasts: number;
}

/** A chunk that came with the time of its making in place of a number. */
export interface NamedChunk {
  readonly atMs: number;
  readonly seq: number;
}

export interface ChunkNames {
  /**
   * Replaces what is known of a broadcast's latest chunks, in order of time; `null` leaves it. May be asked again; what
   * it throws passes through.
   */
  update(id: string, change: (known: readonly NamedChunk[]) => readonly NamedChunk[] | null): Promise<void>;
}

/** Whether a channel's broadcasts become replays, as it was said last: from the camera or through software. */
export interface KeptReplays {
  find(channelId: string): Promise<boolean>;
  save(channelId: string, keepsReplay: boolean): Promise<void>;
}

export interface IntakePorts {
  readonly broadcasts: BroadcastsRepository;
  readonly chunks: ChunkFiles;
  readonly chunkNames: ChunkNames;
  readonly keptReplays: KeptReplays;
  readonly stage: StageLimits;
  readonly newId: () => string;
  readonly clock: () => number;
}
