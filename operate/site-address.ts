/** Parses a site's address as typed, and removes a slash at the end. Throws an error for the operator. */
export function siteAddress(given: string | undefined, example: string): string {
  const url = URL.parse(given ?? '');
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin;
  throw new Error(`${given ? `'${given}' is not the address of a site` : 'Name a site'}: ${example}`);
}
