/** What the recorder's chunks are, on their way from MediaRecorder to storage. */

/** A chunk that waits to be stored. Its bytes are elsewhere. */
export interface WaitingChunk {
  /** Counts from 0. */
  readonly seq: number;
  readonly sizeBytes: number;
  /** In base64. */
  readonly sha256: string;
}

/** SHA-256 in base64, as S3 wants it. */
export async function sha256Of(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...digest));
}
