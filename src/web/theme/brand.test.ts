import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { asText, lettersOn, useBrand } from './brand.ts';

test('letters are white on what is dark enough for them, and dark on the rest', () => {
  expect(['#0f6b7a', '#7a3e9d', '#000000'].map(lettersOn)).toEqual(['#ffffff', '#ffffff', '#ffffff']);
  expect(['#ffe066', '#ffffff', '#3fc1d0'].map(lettersOn)).toEqual(['#14222a', '#14222a', '#14222a']);
});

test('an accent that is written is lighter on dark ground and darker on light', () => {
  expect(asText('#7a3e9d', true)).toBe('#c3a8d3');
  expect(asText('#7a3e9d', false)).toBe('#62327e');
});

test('however light or dark an accent is, what is written in it can be read', () => {
  expect(asText('#ffff00', false)).toBe('#737300');
  expect(asText('#000000', true)).toBe('#8c8c8c');
});

test('an accent is put on while it is the user’s, and taken off after', () => {
  const root = document.documentElement;
  const { rerender } = renderHook(({ accent }: { accent: string | null }) => useBrand(accent), {
    initialProps: { accent: '#7a3e9d' as string | null },
  });
  expect(root.dataset.brand).toBe('own');
  expect(root.style.getPropertyValue('--brand')).toBe('#7a3e9d');
  rerender({ accent: null });
  expect(root.dataset.brand).toBeUndefined();
});
