/** Type of a language file: the keys of the Chinese source, with any text. */
export type Words<T> = { [K in keyof T]: T[K] extends string ? string : Words<T[K]> };
