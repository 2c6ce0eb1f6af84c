/** The store of denied media that the CDN reads. */
export interface DeniedMediaStore {
  /** Changes with each update. */
  version(): Promise<string>;
  /** At most 50 keys, all or none. Returns the new version; `null` if the store has another version by now. */
  update(version: string, update: StoreUpdate): Promise<string | null>;
}

export interface StoreUpdate {
  readonly denied: readonly string[];
  readonly allowed: readonly string[];
}
