/** Source of a regular expression: 26 digits of Crockford's base 32, the first at most 7. */
export const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
