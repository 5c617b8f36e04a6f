import { createContext, useContext } from 'react';

/** Menu name of the current page, including custom names. */
export const PageName = createContext('');

/** Used for the page title and for names of exported files. */
export const usePageName = (): string => useContext(PageName);
