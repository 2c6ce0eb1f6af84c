import { build } from 'rolldown';

/** A script for a page of a browser, in one piece. */
export async function bundlePage(entry: string): Promise<string> {
  const { output } = await build({
    input: entry,
    write: false,
    output: { format: 'iife', minify: true, codeSplitting: false },
    logLevel: 'warn',
  });
  return output[0].code;
}
