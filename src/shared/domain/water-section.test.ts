import { describe, expect, test } from 'vitest';
import type { WaterValues } from './water-items.ts';
import { usualChoice, waterSection } from './water-section.ts';

const clean = { ph: 7.2, do: 8, codmn: 1.5, nh3n: 0.1, tp_river: 0.02 };

const ofRiver = (values: WaterValues) => waterSection(values, usualChoice.river);

test('a section is as good as its worst item', () => {
  expect(ofRiver(clean)).toMatchObject({ class: 1, main: [] });
  expect(ofRiver({ ...clean, nh3n: 1.2 })).toMatchObject({ class: 4 });
  expect(ofRiver({ ...clean, ph: 9.3 })).toMatchObject({ class: 6, main: [{ item: 'ph' }] });
});

test('nothing known gives no class', () => {
  expect(ofRiver({})).toEqual({ class: null, items: [], main: [], apart: [] });
  expect(ofRiver({ codmn: -1 }).class).toBeNull();
});

describe('which items count', () => {
  test('the usual 21 of rivers and lakes', () => {
    expect(usualChoice.river.items).toHaveLength(21);
    expect(usualChoice.lake.items).toHaveLength(21);
  });

  test('nitrogen of lakes is judged apart, coliforms are not judged', () => {
    const lake = waterSection({ codmn: 1.5, tp_lake: 0.03, tn_lake: 3, coliform: 90_000 }, usualChoice.lake);
    expect(lake).toMatchObject({ class: 3, main: [], apart: [{ item: 'tn_lake', class: 6, multiple: 2 }] });
  });

  test('others may be chosen', () => {
    const choice = { items: ['codmn', 'coliform'], apart: ['nh3n'] } as const;
    expect(waterSection({ ...clean, nh3n: 9, coliform: 15_000 }, choice)).toMatchObject({
      class: 4,
      items: [{ item: 'codmn' }, { item: 'coliform' }],
      apart: [{ item: 'nh3n', class: 6 }],
    });
  });
});

describe('main pollutants', () => {
  test('are those worse than class III, by class, then by how far they are over it, three at most', () => {
    const section = ofRiver({
      codmn: 7, // IV, 0.17 times over
      cod: 29, // IV, 0.45
      nh3n: 2.5, // worse than V, 1.5
      tp_river: 0.36, // V, 0.8
      bod5: 4, // III
    });
    expect(section.class).toBe(6);
    expect(section.main.map(({ item, multiple }) => [item, multiple])).toEqual([
      ['nh3n', 1.5],
      ['tp_river', 0.8],
      ['cod', 0.45],
    ]);
  });

  test('have no multiple where they are pH or oxygen, and come last of their class', () => {
    const section = ofRiver({ do: 4, codmn: 7 });
    expect(section.main.map(({ item, multiple }) => [item, multiple])).toEqual([
      ['codmn', 0.17],
      ['do', null],
    ]);
  });

  test('name cyanide and heavy metals over their limit of class III first, whatever the class of others', () => {
    const section = ofRiver({
      nh3n: 9, // worse than V, 8 times over
      tp_river: 0.36, // V, 0.8
      pb: 0.06, // V, 0.2
      cn: 0.21, // worse than V, 0.05
      cu: 0.5, // II
    });
    expect(section.main.map(({ item }) => item)).toEqual(['cn', 'pb', 'nh3n']);
    // Selenium is no metal.
    expect(ofRiver({ se: 0.015, cod: 41 }).main.map(({ item }) => item)).toEqual(['cod', 'se']);
  });

  test('are ordered by multiples that are not rounded', () => {
    const section = ofRiver({ codmn: 7.203, cod: 24.08 });
    expect(section.main.map(({ item, multiple }) => [item, multiple])).toEqual([
      ['cod', 0.2],
      ['codmn', 0.2],
    ]);
  });
});
