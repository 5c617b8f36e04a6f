/** The shape of a language file: the same keys as the Chinese source, with any sentences. */
export type Words<T> = { [K in keyof T]: T[K] extends string ? string : Words<T[K]> };
