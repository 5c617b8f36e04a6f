import { afterAll } from 'vitest';
import { takeDown } from './at-end.ts';

// Here, because this file is run for every test file, while the helpers are loaded once for many.
afterAll(takeDown);
