import type { Page } from 'playwright-core';

/** Records each segment that the page sends from the next navigation on, in base64 by number. */
export async function tapSegments(page: Page): Promise<ReadonlyMap<number, string>> {
  const sent = new Map<number, string>();
  await page.exposeFunction('noteSegment', (seq: number, base64: string) => void sent.set(seq, base64));
  await page.addInitScript(() => {
    const note = async (seq: number, body: XMLHttpRequestBodyInit): Promise<void> => {
      const reader = new FileReader();
      const { noteSegment } = globalThis as unknown as { noteSegment: (seq: number, base64: string) => void };
      reader.addEventListener('load', () => noteSegment(seq, String(reader.result).split(',').at(-1) ?? ''));
      reader.readAsDataURL(await new Response(body).blob());
    };
    globalThis.XMLHttpRequest = class extends XMLHttpRequest {
      #seq: string | undefined;
      override open(method: string, url: string | URL): void {
        this.#seq = /\/segments\/(\d+)$/.exec(String(url))?.[1];
        super.open(method, url);
      }
      override send(body?: XMLHttpRequestBodyInit | null): void {
        if (this.#seq !== undefined && body) void note(Number(this.#seq), body);
        super.send(body);
      }
    };
  });
  return sent;
}
