import { createHash } from 'node:crypto';
import { basename, normalize } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import type { VitestPluginContext } from 'vitest/node';
import { catalogueFile, readMessages } from '#messages/catalogue.ts';
import { escapeMarkup } from '#shared/plain/text/markup.ts';
import { documentName, LANGUAGES, type Language } from '#messages/languages.ts';
import { pseudo, PSEUDO_LANGUAGE } from '#messages/pseudo.ts';
import { writeGeneratedModules } from '#messages/write-keys.ts';

const MODULE = /[\\/](?:messages\.ts|rich\.tsx)['"]/;
/** A call with a literal key, or with the name of a group, as sources have it. */
const CALL = /\b(t|rich|group)\(\s*'([\w.]+)'/g;
/** A key in a built script, in whichever quotes the minifier likes. */
const PLACE = /(["'`])message:([\w.]+)\1/g;
/** A key in the document, of a message that fills in nothing. */
const PLACE_IN_DOCUMENT = /message:(\w+\.\w+)/g;
/** A call that fills in nothing. */
const PLAIN_CALL = /\b[\w$]+\((["'`])message:([\w.]+)\1\)/g;

/** A text in the quotes that the minifier gives to others, since that compresses better. */
const quoted = (text: string): string => (/[`\\$\n]/.test(text) ? JSON.stringify(text) : `\`${text}\``);

const CATALOGUES = LANGUAGES.map(({ tag }) => catalogueFile(tag));

/** A message as code. */
function codeOf(message: unknown): string {
  if (typeof message === 'string') return quoted(message);
  if (Array.isArray(message)) return `[${message.map(codeOf).join(',')}]`;
  const cases = Object.entries(message as object).map(
    ([name, one]) => `${JSON.stringify(name)}:${codeOf(one)}`,
  );
  return `{${cases.join(',')}}`;
}

/** A message; a key without a full stop is the name of a group, and stands for all its messages by key. */
function messageIn(messages: ReadonlyMap<string, unknown>, key: string): unknown {
  if (!key.includes('.'))
    return Object.fromEntries([...messages].filter(([name]) => name.startsWith(`${key}.`)));
  const message = messages.get(key);
  if (message === undefined) throw new Error(`en.json has no message "${key}"`);
  return message;
}

const messageOf = (messages: ReadonlyMap<string, unknown>, key: string): string =>
  codeOf(messageIn(messages, key));

/** The module with other code in place of each key; nothing for a module without texts. */
function withKeys(code: string, codeOfKey: (key: string) => string) {
  if (!MODULE.test(code)) return undefined;
  return { code: code.replaceAll(CALL, (_, name, key) => `${name}(${codeOfKey(key)}`), map: null };
}

/** Puts the messages of one language in the place of their keys, module by module: for tests. */
export function inlineMessages(language: Language): Plugin {
  let messages: ReadonlyMap<string, unknown> = readMessages(language);
  return {
    name: 'fanfare:messages',
    enforce: 'pre',
    buildStart() {
      messages = readMessages(language);
      for (const file of CATALOGUES) this.addWatchFile(file);
    },
    watchChange(path) {
      if (!CATALOGUES.includes(normalize(path))) return;
      messages = readMessages(language);
      writeGeneratedModules();
    },
    transform: (code) => withKeys(code, (key) => messageOf(messages, key)),
    // Vitest keeps transformed modules from one run to the next: those of other messages are others.
    configureVitest({ defineCacheKeyGenerator }: VitestPluginContext) {
      defineCacheKeyGenerator(
        ({ sourceCode }) => withKeys(sourceCode, (key) => JSON.stringify(messages.get(key)))?.code,
      );
    },
  };
}

/** `vite build web --mode pseudo --outDir dist/pseudo` makes the application in the pseudo-language alone. */
const PSEUDO_MODE = 'pseudo';

function languagesOf(mode: string) {
  if (mode !== PSEUDO_MODE)
    return LANGUAGES.map(({ tag, dir }) => ({
      tag,
      dir,
      name: documentName(tag),
      messages: readMessages(tag),
    }));
  const messages = new Map([...readMessages('en')].map(([key, message]) => [key, pseudo(message)]));
  return [{ tag: PSEUDO_LANGUAGE, dir: 'ltr', name: documentName('en'), messages }];
}

/** The names of the scripts that differ between languages: those with texts, and those that import one of them. */
function scriptsWithTexts(scripts: readonly Rollup.OutputChunk[]): ReadonlySet<string> {
  const found = new Set(
    scripts.filter(({ code }) => /["'`]message:/.test(code)).map(({ fileName }) => fileName),
  );
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const { fileName, imports, dynamicImports } of scripts)
      if ([...imports, ...dynamicImports].some((name) => found.has(name))) found.add(fileName);
  }
  return found;
}

/**
 * Builds the application once, and writes its scripts for each language into a folder of its own, with that language's
 * messages in the place of their keys; and a document for each, `index.de.html`. Scripts without texts are shared. The
 * folder's name changes with the messages, as the names of scripts do with their code.
 */
export const messagesByLanguage: Plugin = {
  name: 'fanfare:messages-by-language',
  enforce: 'pre',
  apply: 'build',
  buildStart() {
    writeGeneratedModules();
    for (const file of CATALOGUES) this.addWatchFile(file);
  },
  transform: (code) => withKeys(code, (key) => `"message:${key}"`),
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const scripts = Object.values(bundle).filter((file) => file.type === 'chunk');
      const names = scriptsWithTexts(scripts);
      const shared = scripts.map(({ fileName }) => fileName).filter((name) => !names.has(name));
      const document = bundle['index.html'];
      if (document?.type !== 'asset') throw new Error('The build made no index.html');
      for (const { tag, dir, name, messages } of languagesOf(this.environment.config.mode)) {
        const hash = createHash('sha256')
          .update(JSON.stringify([...messages]))
          .digest('hex')
          .slice(0, 7);
        const moved = (path: string): string => path.replace('assets/', `assets/${tag}-${hash}/`);
        const withPaths = (text: string): string =>
          [...names].reduce((result, path) => result.replaceAll(path, moved(path)), text);
        const withShared = (code: string): string =>
          shared.reduce(
            (result, path) => result.replaceAll(`./${basename(path)}`, `../${basename(path)}`),
            code,
          );
        const message = (_: string, _quote: string, key: string): string => messageOf(messages, key);
        for (const { fileName, code } of scripts.filter(({ fileName }) => names.has(fileName))) {
          const source = withShared(withPaths(code))
            .replaceAll(PLAIN_CALL, message)
            .replaceAll(PLACE, message);
          // Throws where the messages have broken the script.
          this.parse(source);
          this.emitFile({ type: 'asset', fileName: moved(fileName), source });
        }
        const html = withPaths(String(document.source))
          .replace('<html lang="en"', `<html lang="${tag}" dir="${dir}"`)
          .replaceAll(PLACE_IN_DOCUMENT, (_, key: string) => escapeMarkup(String(messageIn(messages, key))));
        this.emitFile({
          type: 'asset',
          fileName: name,
          source: html,
        });
      }
      for (const name of names) delete bundle[name];
    },
  },
};
