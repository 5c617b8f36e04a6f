/** How a panel of the header is placed: moved sideways until it is all seen. */
export const intoView = { overflow: { shiftX: true } };
