/** Looks up a text and fills its slots, for a page or a file. */
export type Say = (key: string, slots?: Record<string, string>) => string;
