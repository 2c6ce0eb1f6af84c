import { beforeEach, describe, expect, it } from 'vitest';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi } from '#test/support/api/local-api.ts';

const SECRET = 'hunter2hunter2';
const FIELDS = [
  'level',
  'request_id',
  'method',
  'route',
  'status',
  'code',
  'duration_ms',
  'caller',
  'viewer',
];

const site = await localApi({ ivs: true });
const ada = await site.aUser();
beforeEach(() => site.log.clear());

const post = (path: string, body: unknown, token?: string) => site.api('POST', path, { token, body });

describe('the log', () => {
  it('has one line per request with the documented fields only', async () => {
    await site.api('GET', '/auth/me', { token: ada.token });
    await site.api('GET', '/streamers?limit=5&cursor=secret');
    const entries = site.log.entries();
    expect(entries).toEqual([
      expect.objectContaining({ method: 'GET', route: '/api/auth/me', status: 200, caller: ada.id }),
      expect.objectContaining({ method: 'GET', route: '/api/streamers', status: 400 }),
    ]);
    for (const entry of entries) {
      expect(FIELDS).toEqual(expect.arrayContaining(Object.keys(entry)));
      expect(entry['duration_ms']).toEqual(expect.any(Number));
    }
  });

  it('names the account of a log-in attempt, but never an unknown name', async () => {
    await post('/auth/login', { username: ada.username, password: ada.password });
    await post('/auth/login', { username: ada.username, password: `${ada.password}x` });
    await post('/auth/login', { username: 'nobody_here', password: SECRET });
    expect(site.log.entries().map(({ status, account }) => [status, account])).toEqual([
      [200, ada.id],
      [401, ada.id],
      [401, undefined],
    ]);
    expect(site.log.lines.join('')).not.toContain('nobody_here');
  });

  it('names the route’s pattern, never the address', async () => {
    await site.api('GET', '/streamers/somebody_private?q=private');
    await site.api('GET', '/nothing/private');
    expect(site.log.entries().map(({ route }) => route)).toEqual([
      '/api/streamers/:username',
      expect.any(String),
    ]);
    expect(site.log.lines.join('')).not.toContain('private');
  });

  it('contains no password, however the request ends', async () => {
    const names = { username: 'logged', email: 'logged@fans.example' };
    await post('/auth/signup', { ...names, password: SECRET });
    await post('/auth/signup', { ...names, username: 'logged_2', password: SECRET });
    await post('/auth/signup', { ...names, password: ` ${SECRET}` });
    await post('/auth/login', { username: 'logged', password: SECRET });
    await post('/auth/login', { username: 'logged', password: `${SECRET}!` });
    await post('/auth/login', { username: SECRET, password: SECRET, [SECRET]: 1 });
    for (let n = 0; n < 6; n++) await post('/auth/login', { username: 'logged_out', password: SECRET });
    await post('/auth/reset-password', { username: 'logged', code: '000000', password: SECRET });
    await post('/auth/change-password', { current_password: SECRET, new_password: SECRET }, ada.token);
    for (const body of [
      `{"username":"logged","password":${SECRET}}`,
      `{"password":"${SECRET}" ${SECRET}`,
      SECRET,
    ])
      await post('/auth/login', body);
    expect(site.log.lines.length).toBeGreaterThan(10);
    expect(site.log.lines.join('')).not.toContain(SECRET.slice(0, 6));
  });

  it('contains no token, valid or not', async () => {
    const { token } = expectSuccess(
      'POST /auth/login',
      await post('/auth/login', { username: ada.username, password: ada.password }),
    );
    await site.api('GET', '/auth/me', { token });
    await site.api('GET', '/auth/me', { token: `${token}x` });
    await site.api('GET', `/streamers?cursor=${token}`);
    const [header = '', claims = '', signature = ''] = token.split('.');
    const log = site.log.lines.join('');
    for (const part of [header, claims, signature]) expect(log).not.toContain(part.slice(0, 30));
  });

  it('contains no stream key', async () => {
    const setup = { title: 'On the air', game: 'Box Fans' };
    const { stream_key } = expectSuccess(
      'POST /streaming/start',
      await post('/streaming/start', setup, ada.token),
    );
    await site.api('GET', '/streaming/status', { token: ada.token });
    await site.api('POST', '/streaming/stop', { token: ada.token });
    expect(stream_key).toMatch(/^sk_/);
    expect(site.log.lines).toHaveLength(3);
    expect(site.log.lines.join('')).not.toContain('sk_');
  });

  it('contains no e-mail address', async () => {
    const { email } = await site.aUser();
    expect(site.log.lines.join('')).not.toContain(email);
  });
});
