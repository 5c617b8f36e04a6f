import { configure } from '@testing-library/react';
import { afterAll } from 'vitest';
import { dismiss, toastsShown } from '#web/api/toasts.ts';

// A busy machine may take seconds for what is quick on an idle one; waiting longer costs nothing when it is quick.
configure({ asyncUtilTimeout: 30_000 });

// Modules are loaded once for many files: the next one must not find what this one has said.
afterAll(() => {
  for (const { id } of toastsShown()) dismiss(id);
});
