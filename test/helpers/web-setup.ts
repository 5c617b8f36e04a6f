import { configure } from '@testing-library/react';
import { afterAll } from 'vitest';
import { dismiss, toastsShown } from '#web/api/toasts.ts';

// Generous, for busy machines; fast tests are not delayed.
configure({ asyncUtilTimeout: 30_000 });

// Modules are shared between test files, so toasts must not remain for the next one.
afterAll(() => {
  for (const { id } of toastsShown()) dismiss(id);
});
