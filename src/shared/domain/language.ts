/** The interface languages. Only these two are allowed; Chinese is the default. */
export type Language = 'zh' | 'en';
