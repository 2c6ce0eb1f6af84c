/** Language, script, region and variants (RFC 5646 §2.1). Extensions and private use are no part of a language's name. */
export const LANGUAGE_TAG =
  /^(?:[a-z]{2,3}|[a-z]{5,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*$/i;
