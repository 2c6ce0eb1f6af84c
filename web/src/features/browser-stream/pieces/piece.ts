import type { Way } from '#shared/live/browser-stream.ts';

/** Identifies a piece within its broadcast; each way has its own numbering. */
export interface PieceId {
  readonly way: Way;
  readonly seq: number;
}

/** A piece to upload: a segment (`direct`), or a slice of WebM (`compatible`). Its bytes are stored separately. */
export interface WaitingPiece extends PieceId {
  readonly sizeBytes: number;
  /** In base64. */
  readonly sha256: string;
}

export type CountByWay = Readonly<Record<Way, number>>;

export const totalOf = ({ direct, compatible }: CountByWay): number => direct + compatible;

/** SHA-256 in base64, as S3 and RFC 9530 require. */
export async function sha256Of(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...digest));
}
