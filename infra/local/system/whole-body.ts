import type { IncomingMessage } from 'node:http';

export interface BodyLimit {
  readonly maxBytes: number;
  readonly tooLarge: () => Error;
}

/**
 * Reads a message to its end, by its events: to iterate over it takes several times as long. Throws `tooLarge`, and then
 * reads on and discards the rest, so that the sender is still there for the refusal.
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
