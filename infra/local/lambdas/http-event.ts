import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * An HTTP API event on its way to a handler. A binary body is passed as bytes: base64 would be encoded in the thread
 * that serves the whole site, and copied twice.
 */
export interface HttpEvent extends Omit<APIGatewayProxyEventV2, 'body'> {
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Returns the buffers of an event that are transferred to another thread instead of copied. */
export const bytesIn = (event: unknown): ArrayBuffer[] => {
  const body = bodyOf(event);
  return body instanceof Uint8Array ? [body.buffer] : [];
};

/** Converts the event to API Gateway's format. Other events are returned unchanged. */
export function gatewayEvent(event: unknown): unknown {
  const body = bodyOf(event);
  if (!(body instanceof Uint8Array)) return event;
  const { buffer, byteOffset, length } = body;
  return { ...(event as HttpEvent), body: Buffer.from(buffer, byteOffset, length).toString('base64') };
}

const bodyOf = (event: unknown): HttpEvent['body'] | undefined =>
  typeof event === 'object' && event !== null ? (event as Partial<HttpEvent>).body : undefined;
