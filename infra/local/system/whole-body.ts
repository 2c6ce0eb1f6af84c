import type { IncomingMessage } from 'node:http';

export interface BodyLimit {
  readonly maxBytes: number;
  readonly tooLarge: () => Error;
}

/**
 * Reads a message to its end by its events, which is several times as fast as iterating. Throws `tooLarge`, but reads
 * and discards the rest, so that the sender can receive the error.
 */
export function wholeBody(message: IncomingMessage, limit?: BodyLimit): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let sizeBytes = 0;
    message.on('data', (piece: Buffer) => {
      sizeBytes += piece.length;
      if (!limit || sizeBytes <= limit.maxBytes) return void pieces.push(piece);
      pieces.length = 0;
      reject(limit.tooLarge());
    });
    message.on('end', () => resolve(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)));
    message.on('error', reject);
  });
}
