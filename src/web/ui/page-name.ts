import { createContext, useContext } from 'react';

/** What the menu calls the page that is shown, also where somebody has renamed it there. */
export const PageName = createContext('');

/** It is the page's title, and names the files and pictures that are made of the page. */
export const usePageName = (): string => useContext(PageName);
