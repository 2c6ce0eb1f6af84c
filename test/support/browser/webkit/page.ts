import { BrowserLostError, type Command } from './driver.ts';

/** The key of an element's reference (WebDriver §12.2). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Element = Readonly<Record<typeof ELEMENT, string>>;

/** The codes of keys in text (WebDriver §15.4.2). */
export const ENTER = '\uE007';
export const ARROW_UP = '\uE013';

/** The machine may be busy. */
const PATIENCE_MS = 90_000;
const INTERVAL_MS = 200;

/** Elements are selected by XPath: `button`, `field` and `words` return it. */
export interface WebKitPage {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  url(): Promise<string>;
  evaluate<Answer, Argument>(
    run: (argument: Argument) => Answer,
    argument: Argument,
  ): Promise<Awaited<Answer>>;
  /** Runs a script in the page, ignoring its Content-Security-Policy. */
  run(script: string): Promise<unknown>;
  /** Waits for an element. */
  find(element: string): Promise<void>;
  isThere(element: string): Promise<boolean>;
  textOf(element: string): Promise<string>;
  attribute(element: string, name: string): Promise<string | null>;
  /** Waits until the element can be clicked, and clicks it. */
  click(element: string): Promise<void>;
  /** Replaces a field's value by typing. For file inputs, `text` is the file's path. */
  fill(element: string, text: string): Promise<void>;
  /** Types into the element. */
  type(element: string, keys: string): Promise<void>;
}

/** Retries until `attempt` does not throw. */
export async function until<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  const lateMs = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof BrowserLostError || Date.now() > lateMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}

/** The driver would scroll to an edge, where a phone's links cover the element. For options, scrolls their field. */
const TO_THE_MIDDLE = `
const [element] = arguments;
(element.closest('select') ?? element).scrollIntoView({ block: 'center', behavior: 'instant' });
`;

/** Returns what covers an element's centre. */
const COVERING = `
const [element] = arguments;
const { x, y, width, height } = (element.closest('select') ?? element).getBoundingClientRect();
return document.elementFromPoint(x + width / 2, y + height / 2)?.outerHTML.slice(0, 200) ?? 'nothing';
`;

export function pageOf(command: Command): WebKitPage {
  const query = async (xpath: string) => {
    const [element] = (await command('POST', '/elements', { using: 'xpath', value: xpath })) as Element[];
    if (!element) throw new Error(`${await page.url()} has no ${xpath}`);
    return element;
  };
  const on = async (xpath: string, method: 'GET' | 'POST', path: string, body?: object) => {
    const { [ELEMENT]: id } = await query(xpath);
    return command(method, `/element/${id}${path}`, body);
  };
  /** Runs a script with the element as `arguments[0]`. */
  const runOn = async (xpath: string, script: string) =>
    command('POST', '/execute/sync', { script, args: [await query(xpath)] });
  const page: WebKitPage = {
    goto: async (url) => void (await command('POST', '/url', { url })),
    reload: async () => void (await command('POST', '/refresh')),
    url: async () => (await command('GET', '/url')) as string,
    evaluate: async (run, argument) => {
      const script = `return (${String(run)})(arguments[0])`;
      return (await command('POST', '/execute/sync', { script, args: [argument] })) as never;
    },
    run: (script) => command('POST', '/execute/sync', { script, args: [] }),
    find: async (xpath) => void (await until(() => query(xpath))),
    isThere: async (xpath) =>
      ((await command('POST', '/elements', { using: 'xpath', value: xpath })) as Element[]).length > 0,
    textOf: (xpath) => until(() => runOn(xpath, 'return arguments[0].innerText')) as Promise<string>,
    attribute: (xpath, name) => on(xpath, 'GET', `/attribute/${name}`) as Promise<string | null>,
    click: (xpath) =>
      until(async () => {
        await runOn(xpath, TO_THE_MIDDLE);
        await on(xpath, 'POST', '/click').catch(async (error: Error) => {
          const covering = await runOn(xpath, COVERING);
          throw new Error(`${xpath}: ${error.message} ${covering}`);
        });
      }),
    fill: async (xpath, text) => {
      await until(() => on(xpath, 'POST', '/clear'));
      await page.type(xpath, text);
    },
    type: async (xpath, keys) => void (await until(() => on(xpath, 'POST', '/value', { text: keys }))),
  };
  return page;
}

const quoted = (text: string): string => (text.includes("'") ? `"${text}"` : `'${text}'`);

/** A visible button or link, by accessible name. */
export const button = (name: string, kind = 'button'): string =>
  `//${kind}[normalize-space()=${quoted(name)} or @aria-label=${quoted(name)}]`;

/** A field, by label. */
export const field = (label: string): string =>
  `//*[@id=//label[normalize-space()=${quoted(label)}]/@for or @aria-label=${quoted(label)}][self::input or self::select or self::textarea]`;

/** The innermost element with this text. */
export const words = (text: string): string => `//*[text()[contains(normalize-space(), ${quoted(text)})]]`;
