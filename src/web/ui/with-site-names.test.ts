import { expect, test } from 'vitest';
import { withSiteNames } from './with-site-names.ts';

const nameOf = (name: string) => (name === '解放路站' ? 'Jiefang Road' : name);

test('sites are named in the reader’s language, however deep they stand', () => {
  const answer = {
    total: 1,
    data_info: [{ alarm_id: 7, site_name: '解放路站', neighbours: [{ site_name: '解放路站', km: 2 }] }],
    order: { site: { site_name: '解放路站' } },
    nothing: null,
  };
  expect(withSiteNames(answer, nameOf)).toEqual({
    total: 1,
    data_info: [
      { alarm_id: 7, site_name: 'Jiefang Road', neighbours: [{ site_name: 'Jiefang Road', km: 2 }] },
    ],
    order: { site: { site_name: 'Jiefang Road' } },
    nothing: null,
  });
});

test('a row that has both names keeps them, since it may be sent back', () => {
  const answer = { data_info: [{ site_name: '解放路站', site_name_en: '' }] };
  expect(withSiteNames(answer, nameOf)).toBe(answer);
});

test('what does not change stays the same object', () => {
  const figures = { values: [1, null, 3] };
  const answer = { site: { site_name: '解放路站' }, figures };
  const read = withSiteNames(answer, nameOf);
  expect(read.site.site_name).toBe('Jiefang Road');
  expect(read.figures).toBe(figures);
  expect(withSiteNames(figures, nameOf)).toBe(figures);
});
