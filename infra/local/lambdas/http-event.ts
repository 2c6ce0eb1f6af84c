import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * An event of the HTTP API on its way to a handler. A body that is no text goes as the bytes that it is: as base64 it
 * would be made in the thread that serves the whole site, and copied twice.
 */
export interface HttpEvent extends Omit<APIGatewayProxyEventV2, 'body'> {
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** What of an event is handed over to another thread in place of being copied. */
export const bytesIn = (event: unknown): ArrayBuffer[] => {
  const body = bodyOf(event);
  return body instanceof Uint8Array ? [body.buffer] : [];
};

/** The event as API Gateway sends it. Others are as they should be. */
export function gatewayEvent(event: unknown): unknown {
  const body = bodyOf(event);
  if (!(body instanceof Uint8Array)) return event;
  const { buffer, byteOffset, length } = body;
  return { ...(event as HttpEvent), body: Buffer.from(buffer, byteOffset, length).toString('base64') };
}

const bodyOf = (event: unknown): HttpEvent['body'] | undefined =>
  typeof event === 'object' && event !== null ? (event as Partial<HttpEvent>).body : undefined;
