/** For tables without links or buttons: the first row takes the focus, so that the keyboard can scroll a wide table. */
export const reachableRows = (_row: unknown, at?: number) => ({ tabIndex: at === 0 ? 0 : undefined });
