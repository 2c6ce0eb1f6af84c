/** The address of a site as somebody has typed it, without a slash at its end. Throws words for a person. */
export function siteAddress(given: string | undefined, example: string): string {
  const url = URL.parse(given ?? '');
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin;
  throw new Error(`${given ? `'${given}' is no address of a site` : 'Name a site'}: ${example}`);
}
