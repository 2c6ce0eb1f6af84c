import { readFileSync } from 'node:fs';

/** Outputs by stack and name. */
type Outputs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns the site's address from a file written by `cdk deploy --outputs-file`. Throws if it has none. */
export function siteUrlIn(file: string): string {
  const outputs = JSON.parse(readFileSync(file, 'utf8')) as Outputs;
  const url = Object.values(outputs).find(({ SiteUrl }) => SiteUrl)?.['SiteUrl'];
  if (!url) throw new Error(`${file} has no SiteUrl: was a site's stack deployed?`);
  return url;
}
