import { afterAll } from 'vitest';
import { takeDown } from './at-end.ts';

// Registered here because this file runs for every test file, while helpers are loaded once for several.
afterAll(takeDown);
