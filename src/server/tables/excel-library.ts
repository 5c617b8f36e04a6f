/** Loaded when it is first needed, so that the server starts sooner. */
export const excelLibrary = () => import('hucre');
