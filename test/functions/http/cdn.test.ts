import { describe, expect, it, vi } from 'vitest';
import { createApp } from '#functions/http/app.ts';
import { cdnCheck, ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from '#functions/http/cdn.ts';
import { openapiApp } from '#functions/openapi/openapi.routes.ts';
import { ApiError } from '#shared/base/api-error.ts';

const unknownUser = () => Promise.reject(new Error('The caller is not needed'));

/** Asks an app that knows the CDN by these secrets, as API Gateway passes a request on. Returns the log's line. */
async function ask(secrets: string, headers: Readonly<Record<string, string>>) {
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const app = createApp(unknownUser, [openapiApp()], cdnCheck(secrets));
  const response = await app.request('/api/openapi.json', { headers }, { sourceIp: '192.0.2.9' });
  const line = JSON.parse(String(write.mock.calls.at(-1)?.[0])) as Record<string, unknown>;
  write.mockRestore();
  return { response, line };
}

describe('the API behind the CDN', () => {
  it.each([
    ['the CDN’s secret', 'new', 200],
    ['the one before it', 'old', 200],
    ['a wrong one', 'older', 403],
    ['both, as the handler has them', 'new,old', 403],
    ['an empty one', '', 403],
  ])('answers requests with %s', async (_what, secret, status) => {
    const { response } = await ask('new,old', { [ORIGIN_SECRET_HEADER]: secret });
    expect(response.status).toBe(status);
  });

  it('refuses and logs requests that bypass the CDN, in the common form', async () => {
    const { response, line } = await ask('new', {});
    expect(response.status).toBe(403);
    expect(ApiError.parse(await response.json())).toMatchObject({ code: 'forbidden' });
    expect(line).toMatchObject({ status: 403 });
  });

  it('ignores forwarded addresses that do not come from the CDN', async () => {
    const { line } = await ask('new', { [VIEWER_ADDRESS_HEADER]: '203.0.113.7' });
    expect(line).not.toHaveProperty('viewer', '203.0.113.7');
  });

  it('logs the viewer’s address that the CDN forwards', async () => {
    const { line } = await ask('new', {
      [ORIGIN_SECRET_HEADER]: 'new',
      [VIEWER_ADDRESS_HEADER]: '203.0.113.7',
    });
    expect(line).toMatchObject({ status: 200, viewer: '203.0.113.7' });
  });

  it('accepts every request where only the CDN can connect', async () => {
    const { response, line } = await ask('', {});
    expect(response.status).toBe(200);
    expect(line).toMatchObject({ viewer: '192.0.2.9' });
  });
});
