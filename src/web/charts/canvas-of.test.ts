import { afterEach, expect, test } from 'vitest';
import { dark, light } from '#web/theme/palette.ts';
import { chooseTheme } from '#web/theme/theme.ts';
import { canvasOf } from './canvas-of.ts';
import { lookNow, paperLook } from './look.ts';

afterEach(() => chooseTheme('system'));

/** Background colours of each draw and export, in order. */
function groundsOf(look: typeof lookNow): string[] {
  const grounds: string[] = [];
  const renderToCanvas = ({ backgroundColor }: { backgroundColor?: unknown } = {}) => {
    grounds.push(`picture ${backgroundColor}`);
    return document.createElement('canvas');
  };
  canvasOf({ renderToCanvas }, look(), ({ surface }) => grounds.push(surface));
  return grounds;
}

test('a picture for paper is drawn light in the dark theme, and the screen stays dark', () => {
  chooseTheme('dark');
  expect(groundsOf(paperLook)).toEqual([light.surface, `picture ${light.surface}`, dark.surface]);
});

test('a picture of what is on screen is not drawn again', () => {
  chooseTheme('dark');
  expect(groundsOf(lookNow)).toEqual([`picture ${dark.surface}`]);
  chooseTheme('light');
  expect(groundsOf(paperLook)).toEqual([`picture ${light.surface}`]);
});
