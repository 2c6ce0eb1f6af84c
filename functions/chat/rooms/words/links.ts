const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S|\bwww\.\S/;
/** A domain with a path has any ending; without a path only a common one, so that "Quiet.Then" is no link. */
const WITH_PATH = /[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}\/\S/u;
const BARE =
  /[\p{L}\p{N}-]\.(com|net|org|info|biz|io|tv|gg|me|ly|co|app|dev|xyz|site|shop|live|link|online|club|top|ru|de|uk|fr|es|it|nl|eu|us|cn|jp|br|pl)(?![\p{L}\p{N}-])/u;

/** Finds links despite spaces around dots and full-width letters. */
export function hasLink(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(INVISIBLE, '').toLowerCase();
  const closed = plain.replaceAll(/\s*(?:\.|。|[([]\s*(?:dot|\.)\s*[)\]]|\sdot\s)\s*/g, '.');
  return [plain, closed].some((form) => ADDRESS.test(form) || WITH_PATH.test(form) || BARE.test(form));
}
