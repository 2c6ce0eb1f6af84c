import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiError } from '#shared/base/api-error.ts';
import type { Message } from '#messages/format.ts';
import { compileMessage } from '#messages/compile.ts';

const GERMAN: Readonly<Record<string, string>> = {
  'errors.required': '{field} fehlt.',
  'errors.too_long': '{field}: höchstens {max, plural, one {# Zeichen} other {# Zeichen}}.',
  'errors.many_requests': 'Zu viele Anfragen. Versuche es {wait_s} noch einmal.',
  'fields.display_name': 'Anzeigename',
};
/** The German messages among these English ones, which the build has put in place of the group's name. */
const catalogue = (english: object): Record<string, Message> =>
  Object.fromEntries(
    Object.entries(GERMAN)
      .filter(([key]) => key in english)
      .map(([key, text]) => [key, compileMessage(text)]),
  );
const group = vi.fn(catalogue);

const failure = async (language: string, error: Omit<ApiError, 'request_id'>) => {
  vi.doMock('#web/lib/i18n/messages.ts', () => ({ language, group, t: (key: string) => key }));
  const { failureOf } = await import('#web/lib/api/api-failure.ts');
  return failureOf(new Response(JSON.stringify({ ...error, request_id: 'request-1' }), { status: 400 }));
};

const TITLE_REQUIRED = {
  code: 'invalid_request',
  detail: 'Display name is required.',
  reason: 'required',
  field: 'display_name',
} as const;

beforeEach(() => {
  vi.resetModules();
  group.mockClear();
});

describe('the text of a failed request', () => {
  it('is the server’s own in English, and nothing is loaded', async () => {
    expect(await failure('en', TITLE_REQUIRED)).toMatchObject({
      detail: 'Display name is required.',
      field: 'display_name',
    });
    expect(group).not.toHaveBeenCalled();
  });

  it('is in the page’s language, with the field’s name in it', async () => {
    expect(await failure('de', TITLE_REQUIRED)).toMatchObject({
      code: 'invalid_request',
      detail: 'Anzeigename fehlt.',
      field: 'display_name',
    });
  });

  it('has all that is wrong', async () => {
    const required = { reason: 'required', field: 'display_name' };
    const tooLong = { reason: 'too_long', field: 'etag', params: { max: 2000 } };
    const error = { ...TITLE_REQUIRED, detail: 'English', issues: [required, tooLong] };
    expect(await failure('de', error)).toMatchObject({
      detail: 'Anzeigename fehlt. etag: höchstens 2.000 Zeichen.',
    });
  });

  it('has times as the language says them', async () => {
    const error = { code: 'too_many_requests', detail: 'English', reason: 'many_requests' } as const;
    expect(await failure('de', { ...error, params: { wait_s: 240 } })).toMatchObject({
      detail: 'Zu viele Anfragen. Versuche es in 4 Minuten noch einmal.',
    });
  });

  it('is the server’s own where the page does not know the reason', async () => {
    const error = { code: 'conflict', detail: 'English', reason: 'of_tomorrow' } as const;
    expect(await failure('de', error)).toMatchObject({ detail: 'English' });
  });

  it('is the server’s own when the texts cannot be loaded', async () => {
    group.mockImplementationOnce(() => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    expect(await failure('de', TITLE_REQUIRED)).toMatchObject({ detail: 'Display name is required.' });
  });
});
