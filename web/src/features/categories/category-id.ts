/** The id of the category that an address names, by its name or its id: "Ceiling Fans" → "ceiling-fans". */
export const categoryId = (nameOrId: string): string => nameOrId.trim().toLowerCase().replace(/\s+/g, '-');
