/**
 * A part of edge functions: normalises an address, with escapes only where required, in upper case (RFC 3986 §6.2.2),
 * so that a cache stores one response for all spellings. Escaped dots are kept, because they could become `..`.
 */
export const ONE_SPELLING_CODE = `
function spelling(escape) {
  const character = String.fromCharCode(parseInt(escape.slice(1), 16));
  return /[A-Za-z0-9_~-]/.test(character) ? character : escape.toUpperCase();
}

function oneSpelling(uri) {
  return uri.replace(/%[0-9a-fA-F]{2}/g, spelling);
}
`;
