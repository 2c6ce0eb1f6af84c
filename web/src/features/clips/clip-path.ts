/** The address of a clip's page. */
export const clipPath = (id: string): string => `/clip/${encodeURIComponent(id)}`;
