/** The address of a live playlist without what signs it, which changes every few minutes. */
export const unsignedUrl = (url: string): string => url.split('?')[0] ?? url;
