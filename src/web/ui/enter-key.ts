/** Enter in a date or an option list chooses there; it must not save the whole form as well. */
export function keepEnterInPickers(): void {
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, target } = event;
      if (key !== 'Enter' || !(target instanceof HTMLInputElement) || !target.form) return;
      if (target.closest('.ant-picker, .ant-select')) event.preventDefault();
    },
    // Before the picker, which may keep the event to itself.
    { capture: true },
  );
}
