/** A promise that is pending until it is opened. */
export function gate(): [passed: Promise<void>, open: () => void] {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [passed, open];
}
