/** Looks a sentence up and fills its slots, on a page or for a file. */
export type Say = (key: string, slots?: Record<string, string>) => string;
