import { readFileSync } from 'node:fs';

/** Outputs by stack and name. */
type Outputs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The address of the site, out of the file that `cdk deploy --outputs-file` has written. Throws where it has none. */
export function siteUrlIn(file: string): string {
  const outputs = JSON.parse(readFileSync(file, 'utf8')) as Outputs;
  const url = Object.values(outputs).find(({ SiteUrl }) => SiteUrl)?.['SiteUrl'];
  if (!url) throw new Error(`${file} has no SiteUrl: was a stack of a site deployed?`);
  return url;
}
