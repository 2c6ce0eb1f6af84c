import { describe, expect, it } from 'vitest';
import * as plain from '#functions/http/plain-fetch.ts';

const node = { Headers, Request, Response };

describe.each([
  ['Node’s classes', node],
  ['ours', plain],
] as const)('what Hono uses of Fetch: %s', (_, { Headers, Request, Response }) => {
  it('finds headers by any case, and joins repeated ones', () => {
    const headers = new Headers({ 'Content-Type': 'text/plain', vary: 'a' });
    headers.append('Vary', ' b ');
    expect([headers.get('content-type'), headers.get('VARY'), headers.get('none')]).toEqual([
      'text/plain',
      'a, b',
      null,
    ]);
    headers.delete('VARY');
    expect(headers.has('vary')).toBe(false);
    expect(Object.fromEntries(headers)).toEqual({ 'content-type': 'text/plain' });
  });

  it('keeps cookies apart, in copies too', () => {
    const headers = new Headers();
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    const copy = new Headers(headers as never);
    expect(copy.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect([...copy]).toEqual([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
  });

  it.each(['a\r\nset-cookie: b', 'a\0b'])('refuses %j as a value', (value) => {
    expect(() => new Headers({ 'x-a': value })).toThrow(TypeError);
  });

  it('normalises a URL, and refuses an invalid one', () => {
    expect(new Request('https://a.example/b/../ü?q=ä b').url).toBe('https://a.example/%C3%BC?q=%C3%A4%20b');
    expect(() => new Request('https://a b/')).toThrow(TypeError);
  });

  it('reads a body as text, JSON and bytes, without its mark', async () => {
    const body = new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from('{"a":"ü"}')]);
    const message = () => new Request('https://a.example/', { method: 'POST', body });
    expect(await message().text()).toBe('{"a":"ü"}');
    expect(await message().json()).toEqual({ a: 'ü' });
    expect(new Uint8Array(await message().arrayBuffer())).toEqual(body);
    expect(await new Response('x', { status: 201 }).text()).toBe('x');
    expect(await new Response(null).text()).toBe('');
  });

  it('reads a form', async () => {
    const form = new FormData();
    form.set('name', 'ü');
    form.set('file', new File([new Uint8Array([1, 2])], 'a.png', { type: 'image/png' }));
    const sent = new globalThis.Request('https://a.example/', { method: 'POST', body: form });
    const headers = Object.fromEntries(sent.headers);
    const body = new Uint8Array(await sent.arrayBuffer());
    const read = await new Request('https://a.example/', { method: 'POST', headers, body }).formData();
    expect(read.get('name')).toBe('ü');
    expect((read.get('file') as File).size).toBe(2);
  });
});
