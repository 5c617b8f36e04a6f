/** Shifts a header panel sideways into the viewport. */
export const intoView = { overflow: { shiftX: true } };
